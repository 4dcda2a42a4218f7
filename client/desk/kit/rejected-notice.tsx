import { type ReactNode, useState } from 'react'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type from '#client/ui/type.module.css'
import type { Names } from '#shared/lib/define-collection.ts'
import {
  findField,
  formatFieldValue,
  getFieldLabel,
  type RecordData,
  type RecordRef,
} from '#shared/sync/collections.ts'
import kit from './primitives.module.css'
import styles from './rejected-notice.module.css'
import { TextAction } from './text-action.tsx'

interface RejectedNoticeProps {
  title: string
  edit: RecordRef & {
    set: RecordData
    /** The server's reason, as a sentence. */
    reason: string
    /** What is wrong with a value, if the server said so. */
    fieldErrors: Record<string, string>
  }
  /** The record's other values; undefined if the server does not have the record. */
  known: RecordData | undefined
  names?: Names | undefined
  /** The page shows all values already. */
  onlyFaulty?: boolean
  discardLabel: string
  onDiscard: () => void
  /** Further actions, before the others. */
  children?: ReactNode
}

/** A rejected edit: the server's reason, what was typed, and actions to copy or discard it. */
export function RejectedNotice(props: RejectedNoticeProps) {
  const { title, edit, onlyFaulty, discardLabel, onDiscard, children } = props
  const [copied, setCopied] = useState(false)
  const rows = listRows(props)
  const visibleRows = onlyFaulty ? rows.filter(({ error }) => error) : rows
  const copy = async () => {
    const lines = rows.map(({ label, text }) => `${label}: ${text}`)
    await navigator.clipboard.writeText(lines.join('\n'))
    setCopied(true)
    announce('Copied.')
  }
  return (
    <div className={styles.notice}>
      <Banner tone="error" title={title}>
        {edit.reason} What you typed stays here until you discard it.
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

/** A new record has all fields, so its empty ones are left out. */
function listRows({ edit, known, names }: RejectedNoticeProps) {
  const { coll, id, set, fieldErrors } = edit
  const record = { id, data: { ...known, ...set } }
  return Object.entries(set).flatMap(([field, value]) => {
    const { [field]: error } = fieldErrors
    const text = formatFieldValue({ coll, field }, value, names)
    if (findField(coll, field)?.isHidden || (text === '' && !known && !error)) return []
    return [{ field, label: getFieldLabel(coll, field, record), text, error }]
  })
}
