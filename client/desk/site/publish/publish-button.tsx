import { useState } from 'react'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { formatCount } from '#client/desk/site/site-text.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import { useOnline } from '#client/lib/browser.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import { PublishSheet } from './publish-sheet.tsx'

interface PublishButtonProps {
  site: Site
  subject: string
  changes: readonly ContentChange[]
}

/** Opens the sheet that publishes these drafts; nothing while there are none. */
export function PublishButton({ site, subject, changes }: PublishButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isOnline = useOnline()
  if (changes.length === 0 && !isOpen) return null
  return (
    <>
      <DeskButton onClick={() => setOpen(true)}>
        Publish {formatCount(changes, site.expected)}
        {isOnline ? '' : ' when online'}
      </DeskButton>
      {isOpen ? (
        <PublishSheet {...{ site, subject, changes }} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
