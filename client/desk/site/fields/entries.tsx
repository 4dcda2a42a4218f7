import { type ReactNode, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { Grip, useReorder } from '#client/desk/kit/lists/reorder.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { FieldError } from '#client/ui/controls/field.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import styles from './fields.module.css'

interface EntriesProps {
  label: string
  hint?: string
  value: unknown
  onChange: (value: unknown) => void
  error?: string | undefined
  /** Most entries. */
  room: number
  /** Each entry is a small form, whose controls have labels. */
  hasForms?: boolean
  /** The value of an entry that is added. */
  addition: unknown
  /** The control of an entry. */
  children: (value: unknown, onChange: (value: unknown) => void, name: string) => ReactNode
}

/** Several values, which can be moved, added and removed. */
export function Entries(props: EntriesProps) {
  const { label, hint, value, onChange, error, room, hasForms, addition, children } = props
  const id = useId()
  const add = useRef<HTMLButtonElement>(null)
  const entries = Array.isArray(value) ? (value as unknown[]) : []
  const isFull = entries.length >= room
  const nameOf = (at: number | string) => `${label} ${Number(at) + 1}`
  const reorder = useReorder({
    ids: entries.map((_, at) => String(at)),
    getName: nameOf,
    toMovedId: (_, index) => String(index),
    onMove(moved, index) {
      const from = Number(moved)
      onChange(entries.toSpliced(from, 1).toSpliced(index, 0, entries[from]))
    },
  })
  return (
    <fieldset className={styles.entries}>
      <legend>
        {label} <span>{`${entries.length} of ${room}`}</span>
      </legend>
      {hint ? <p className={text.fine}>{hint}</p> : null}
      <ul ref={reorder.list} className={hasForms ? styles.forms : ''}>
        {entries.map((entry, at) => {
          const key = String(at)
          return (
            <li key={key} {...reorder.row(key)}>
              <Grip {...reorder.grip(key)} name={nameOf(at)} />
              {children(entry, (next) => onChange(entries.with(at, next)), nameOf(at))}
              <button
                type="button"
                className={kit.iconButton}
                aria-label={`Remove ${nameOf(at)}`}
                onClick={() => {
                  onChange(entries.toSpliced(at, 1))
                  add.current?.focus()
                }}
              >
                <CloseIcon />
              </button>
            </li>
          )
        })}
      </ul>
      <button
        ref={add}
        type="button"
        className={kit.addButton}
        aria-disabled={isFull}
        onClick={() => {
          if (isFull) return
          flushSync(() => onChange([...entries, addition]))
          // So that the owner can write at once.
          const added = reorder.list.current?.lastElementChild
          added?.querySelector<HTMLElement>('input, select, textarea')?.focus()
        }}
      >
        <PlusIcon />
        {isFull ? `There is room for ${room}` : `Add to ${label.toLowerCase()}`}
      </button>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
