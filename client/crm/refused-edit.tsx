import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fieldName } from '../../shared/crm/field-names.ts'
import { TextAction } from '../desk/text-action.tsx'
import { book } from '../offline/crm/page-book.ts'
import type { ClientView, RefusedChange } from '../offline/crm/types.ts'
import { announce } from '../ui/announcer.tsx'
import { Banner } from '../ui/banner.tsx'
import styles from './refused-edit.module.css'
import { valueWords } from './value-words.ts'

interface RefusedEditProps {
  view: ClientView
  change: RefusedChange
}

/** What the server would not take: its reason, what was typed, and the ways on. */
export function RefusedEdit({ view, change }: RefusedEditProps) {
  const { id, unbegun } = view
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
    if (unbegun && view.refused.length === 1) {
      await navigate('/admin/crm', { preventScrollReset: true })
      announce(`${view.client.name} is dropped.`)
    }
  }
  // All that was typed of a new client stands below as it would for any other.
  const shown = unbegun ? rows.filter(({ field }) => fieldErrors[field]) : rows
  return (
    <div className={styles.refused}>
      <Banner
        tone="error"
        title={
          unbegun ? 'The server would not take this client' : 'The server would not take an edit'
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
          {unbegun ? 'Drop this client' : 'Drop this edit'}
        </TextAction>
      </div>
    </div>
  )
}
