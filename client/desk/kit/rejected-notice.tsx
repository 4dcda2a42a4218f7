import { type ReactNode, useState } from 'react'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type from '#client/ui/type.module.css'
import kit from './primitives.module.css'
import styles from './rejected-notice.module.css'
import { TextAction } from './text-action.tsx'

interface RejectedRow {
  field: string
  label: string
  /** The value that was typed. */
  text: string
  /** What is wrong with it, if the server said so. */
  error: string | undefined
}

interface RejectedNoticeProps {
  title: string
  /** The server's reason, as a sentence. */
  reason: string
  /** All that was typed, for the copy. */
  rows: readonly RejectedRow[]
  visibleRows?: readonly RejectedRow[]
  discardLabel: string
  onDiscard: () => void
  /** Further actions, before the others. */
  children?: ReactNode
}

/** A rejected edit: the server's reason, the values, and actions to copy or discard them. */
export function RejectedNotice(props: RejectedNoticeProps) {
  const { title, reason, rows, visibleRows = rows, discardLabel, onDiscard, children } = props
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const lines = rows.map(({ label, text }) => `${label}: ${text}`)
    await navigator.clipboard.writeText(lines.join('\n'))
    setCopied(true)
    announce('Copied.')
  }
  return (
    <div className={styles.notice}>
      <Banner tone="error" title={title}>
        {reason} What you typed stays here until you discard it.
      </Banner>
      <dl>
        {visibleRows.map(({ field, label, text, error }) => (
          <div key={field} className={kit.fact}>
            <dt className={type.muted}>{label}</dt>
            <dd className={kit.userText}>
              {text || '–'}
              {error ? <small className={kit.problem}>{error}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        {children}
        <TextAction onClick={() => void copy()}>{copied ? 'Copied' : 'Copy the text'}</TextAction>
        <TextAction danger onClick={onDiscard}>
          {discardLabel}
        </TextAction>
      </div>
    </div>
  )
}
