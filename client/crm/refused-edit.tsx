import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fieldName } from '../../shared/crm/field-names.ts'
import { TextAction } from '../desk/text-action.tsx'
import { book } from '../offline/crm/page-book.ts'
import type { RefusedChange } from '../offline/crm/types.ts'
import { announce } from '../ui/announcer.tsx'
import { Banner } from '../ui/banner.tsx'
import styles from './refused-edit.module.css'
import { valueWords } from './value-words.ts'

interface RefusedEditProps {
  id: string
  change: RefusedChange
}

/** What the server would not take: its reason, what was typed, and the ways on. */
export function RefusedEdit({ id, change: { n, set, reason, fieldErrors } }: RefusedEditProps) {
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
  return (
    <div className={styles.refused}>
      <Banner tone="error" title="The server would not take an edit">
        {reason} What you typed is kept here until you drop it.
      </Banner>
      <dl>
        {rows.map(({ field, words }) => (
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
        <TextAction danger onClick={() => void book().dropRefused(n)}>
          Drop this edit
        </TextAction>
      </div>
    </div>
  )
}
