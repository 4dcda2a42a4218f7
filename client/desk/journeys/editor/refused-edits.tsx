import { useState } from 'react'
import { getBook } from '#client/book/book-client.ts'
import type { JourneyView } from '#client/book/journeys/types.ts'
import {
  formatFieldValue,
  getItemLabel,
  getJourneyLabel,
} from '#client/desk/journeys/field-text.ts'
import { getItemName } from '#client/desk/journeys/journey-text.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import { type ItemKind, toItemData } from '#shared/journeys/journey-fields.ts'
import type { Editor } from './editor.ts'

type Refused = JourneyView['rejected'][number]

/** Edits that the server refused: why, and what was typed. */
export function RefusedEdits({ editor }: { editor: Editor }) {
  return editor.view.rejected.map((refused) => (
    <RefusedEdit key={refused.n} refused={refused} editor={editor} />
  ))
}

function RefusedEdit({ refused, editor }: { refused: Refused; editor: Editor }) {
  const { n, reason, fieldErrors } = refused
  const [isCopied, setCopied] = useState(false)
  const rows = listRows(refused, editor)
  const copy = async () => {
    await navigator.clipboard.writeText(
      rows.map(({ label, text }) => `${label}: ${text}`).join('\n'),
    )
    setCopied(true)
    announce('Copied.')
  }
  return (
    <div className={kit.stack}>
      <Banner tone="error" title={`The server refused a change of ${nameRecord(refused, editor)}`}>
        {reason} What you typed stays here until you discard it.
      </Banner>
      <dl className={kit.facts}>
        {rows.map(({ field, label, text }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd className={kit.userText}>
              {text || '–'}
              {fieldErrors[field] ? (
                <small className={kit.problem}> {fieldErrors[field]}</small>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <div className={layout.row}>
        <TextAction onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy the text'}</TextAction>
        <TextAction danger onClick={() => void getBook().discardRejected(n)}>
          Discard this edit
        </TextAction>
      </div>
    </div>
  )
}

function nameRecord({ coll, id, set }: Refused, { view }: Editor): string {
  if (coll === 'guest-pass') return 'their copy'
  if (coll === 'journey') return 'the journey'
  const item = view.items.find((one) => one.item.id === id)?.item
  return `“${getItemName(item ?? toItemData(set))}”`
}

/** What was typed; keys and orders say nothing to a person. */
function listRows({ coll, id, set }: Refused, { view, days }: Editor) {
  if (coll === 'guest-pass') return []
  const item = view.items.find((one) => one.item.id === id)?.item
  const kind = (set.kind ?? item?.kind) as ItemKind | undefined
  return Object.entries(set).flatMap(([field, value]) => {
    const text = formatFieldValue(field, value, { days, clients: view.clients })
    const label = coll === 'journey' ? getJourneyLabel(field) : getItemLabel(field, kind)
    const isOrder = field === 'order' || field.startsWith('day.')
    return isOrder || (text === '' && item === undefined) ? [] : [{ field, label, text }]
  })
}
