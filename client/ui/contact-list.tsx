import type { ReactNode } from 'react'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import layout from '#client/ui/layout.module.css'
import { getBusiness } from '#shared/content/site-content.ts'
import { toPhoneLink, toWriteLink } from '#shared/site/contact-links.ts'

interface ContactListProps {
  className?: string | undefined
  /** Further ways, each a `<div>` of `<dt>` and `<dd>`. */
  children: ReactNode
}

/** The ways to reach the business: address and telephone, as far as they are set, and those of the page. */
export function ContactList({ className = '', children }: ContactListProps) {
  const { email, phone } = getBusiness()
  return (
    <dl className={`${layout.contactList} ${className}`}>
      {email ? (
        <div>
          <dt>Write</dt>
          <dd>
            <a href={toWriteLink()}>
              <BreakableAddress address={email} />
            </a>
          </dd>
        </div>
      ) : null}
      {phone ? (
        <div>
          <dt>Call</dt>
          <dd>
            <a href={toPhoneLink(phone)}>{phone}</a>
          </dd>
        </div>
      ) : null}
      {children}
    </dl>
  )
}
