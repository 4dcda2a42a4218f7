import { type ReactNode, useState } from 'react'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { PencilIcon } from '#client/desk/kit/icons.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { putBack } from '#client/desk/site/site-edits.ts'
import {
  countChanges,
  formatCount,
  formatValue,
  getFieldTitle,
} from '#client/desk/site/site-text.ts'
import { type Site, useWriteState } from '#client/desk/site/use-site.ts'
import { useOnline } from '#client/lib/browser.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import { isOfNewService } from './change-list.tsx'
import styles from './publish.module.css'
import { PublishSheet } from './publish-sheet.tsx'

interface DraftBarProps {
  site: Site
  subject: string
  /** The drafts of this page. */
  changes: readonly ContentChange[]
  /** On a phone, before the sentence, which is short then. */
  start?: ReactNode
}

/** The bar at the foot of a form: what is not published, and the buttons for it. */
export function DraftBar({ site, subject, changes, start }: DraftBarProps) {
  const [isOpen, setOpen] = useState(false)
  const isOnline = useOnline()
  const writing = useWriteState(site)
  const hasDrafts = changes.length > 0
  return (
    <>
      <div
        className={`${styles.bar} ${hasDrafts ? styles.dirty : ''} ${start ? styles.short : ''}`}
        data-print="off"
      >
        {start}
        <p role="status">
          {hasDrafts ? <PencilIcon /> : null}
          <span>
            {hasDrafts ? <b>{describeDrafts(changes, site)}</b> : 'No changes to publish.'}{' '}
            {writing === 'failed' ? null : hasDrafts ? describeOne(changes) : 'Saved as you write.'}
          </span>
        </p>
        {hasDrafts ? (
          <>
            {changes.every(isOfNewService) ? null : (
              <span className={styles.back}>
                <PutBack {...{ site, subject, changes }} />
              </span>
            )}
            <DeskButton onClick={() => setOpen(true)}>
              {isOnline ? 'Publish' : 'Publish when online'}
            </DeskButton>
          </>
        ) : null}
      </div>
      {isOpen ? (
        <PublishSheet {...{ site, subject, changes }} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

/** Puts back what is published in the place of these drafts. */
export function PutBack({ site, subject, changes }: Omit<DraftBarProps, 'start'>) {
  return (
    <TextAction onClick={() => void putBack(site, changes, subject)}>
      Put back what is published
    </TextAction>
  )
}

function describeDrafts(changes: readonly ContentChange[], { expected }: Site): string {
  const is = countChanges(changes, expected) === 1 ? 'is' : 'are'
  return `${formatCount(changes, expected)} ${is} not published.`
}

/** Longest value in the sentence, characters. */
const MAX_LENGTH = 40

/** `Price, NOK 4,000 to NOK 4,500.`; nothing for several changes, and for long texts. */
function describeOne(changes: readonly ContentChange[]): string {
  const [change, ...others] = changes
  if (!change || others.length > 0 || change.from === null) return ''
  const values = [change.from, change.to].map((value) => formatValue(change, value))
  const isLong = values.some((text) => text.length > MAX_LENGTH || text === '')
  const sentence = `${getFieldTitle(change)}, ${values.join(' to ')}`
  return isLong ? `${getFieldTitle(change)}.` : sentence.replace(/[.?!]?$/, (end) => end || '.')
}
