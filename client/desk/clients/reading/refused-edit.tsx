import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientView, RefusedChange } from '#client/book/store/types.ts'
import { valueWords } from '#client/desk/clients/value-words.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { fieldName } from '#shared/clients/fields.ts'
import styles from './refused-edit.module.css'

interface RefusedEditProps {
  view: ClientView
  change: RefusedChange
}

/** What the server would not take: its reason, what was typed, and the ways on. */
export function RefusedEdit({ view, change }: RefusedEditProps) {
  const { id, unknownToServer } = view
  const { n, set, reason, fieldErrors } = change
  const navigate = useNavigate()
  const [copied, setCopied] = useState(false)
  const rows = Object.entries(set).map(([field, value]) => ({
    field,
    words: valueWords(field, value),
  }))
  const copy = async () => {
    const lines = rows.map(({ field, words }) => `${fieldName(field)}: ${words}`)
    await navigator.clipboard.writeText(lines.join('\n'))
    setCopied(true)
    announce('Copied.')
  }
  const drop = async () => {
    await book().dropRefused(n)
    // With its last edit a client goes whom the server never had.
    if (unknownToServer && view.refused.length === 1) {
      await navigate('/admin/crm', { preventScrollReset: true })
      announce(`${view.client.name} is dropped.`)
    }
  }
  // All that was typed of a new client stands below as it would for any other.
  const shown = unknownToServer ? rows.filter(({ field }) => fieldErrors[field]) : rows
  return (
    <div className={styles.refused}>
      <Banner
        tone="error"
        title={
          unknownToServer
            ? 'The server would not take this client'
            : 'The server would not take an edit'
        }
      >
        {reason} What you typed is kept here until you drop it.
      </Banner>
      <dl>
        {shown.map(({ field, words }) => (
          <div key={field}>
            <dt>{fieldName(field)}</dt>
            <dd>
              {words || '–'}
              {fieldErrors[field] ? <small>{fieldErrors[field]}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.ways}>
        <TextAction onClick={() => navigate(`/admin/crm/${id}/edit`, { state: { refused: n } })}>
          Edit
        </TextAction>
        <TextAction onClick={() => void copy()}>{copied ? 'Copied' : 'Copy the text'}</TextAction>
        <TextAction danger onClick={() => void drop()}>
          {unknownToServer ? 'Drop this client' : 'Drop this edit'}
        </TextAction>
      </div>
    </div>
  )
}
