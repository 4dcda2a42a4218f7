import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { getData } from '#client/data/data-client.ts'
import { useClientNames, useDataQuery, useLast } from '#client/data/use-data.ts'
import { announce } from '#client/ui/announcer.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field } from '#client/ui/controls/field.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './client-picker.module.css'

interface ClientPickerProps {
  label: string
  /** Ids of the chosen clients. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** The text in the search field. */
  text: string
  onTextChange: (text: string) => void
  error?: string | undefined
  optional?: boolean
}

/** Most clients that are offered at once. */
const MAX_OPTIONS = 6

/** Chooses clients by name: an editable combobox with the usual keys. */
export function ClientPicker(props: ClientPickerProps) {
  const { label, chosen, onChange, text, onTextChange, error, optional } = props
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const options = useMatches(text, chosen)
  const shown = isOpen ? options : []
  const current = Math.min(active, shown.length - 1)
  const place = usePlaceBeside(input, shown.length)
  const pick = ({ id, name }: Option) => {
    onChange([...chosen, id])
    onTextChange('')
    setOpen(false)
    announce(`${name} is added.`)
  }
  const move = (step: number) => {
    if (isOpen) setActive((current + step + shown.length) % Math.max(1, shown.length))
    setOpen(true)
  }
  const option = shown[current]
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: option && (() => pick(option)),
    // With the list closed, Esc closes the dialog around it.
    Escape: isOpen ? () => setOpen(false) : undefined,
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div className={styles.picker}>
      <Field label={label} error={error} optional={optional ?? false}>
        {(control) => (
          <input
            {...control}
            ref={input}
            className={field.control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-activedescendant={shown[current] && `${listId}-${current}`}
            autoComplete="off"
            spellCheck={false}
            placeholder="Search your clients"
            value={text}
            onChange={({ target }) => {
              onTextChange(target.value)
              setOpen(true)
              setActive(0)
            }}
            onClick={() => setOpen(true)}
            onKeyDown={press}
            onBlur={() => setOpen(false)}
          />
        )}
      </Field>
      <div id={listId} className={styles.options} style={place} role="listbox" aria-label="Clients">
        {shown.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
          <div
            key={one.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            // The input keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(one)}
          >
            <b>{one.name}</b>
            <span className={type.fine}>{one.location}</span>
          </div>
        ))}
      </div>
      {isOpen && text.trim() !== '' && options.length === 0 ? (
        <p className={`${type.fine} ${styles.none}`} role="status">
          No client matches these words.
        </p>
      ) : null}
      <Chosen
        ids={chosen}
        onRemove={(id) => {
          onChange(chosen.filter((one) => one !== id))
          input.current?.focus()
        }}
      />
    </div>
  )
}

/** Height of an option in the style sheet, pixels. */
const OPTION_HEIGHT = 44

/**
 * Positions the list below the input, or above it if there is no room. It is fixed, so that a dialog around it
 * neither clips it nor grows.
 */
function usePlaceBeside(
  input: RefObject<HTMLInputElement | null>,
  count: number,
): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties>()
  useLayoutEffect(() => {
    const box = count > 0 && input.current?.getBoundingClientRect()
    if (!box) return
    const { left, width, top, bottom } = box
    const { visualViewport: seen } = globalThis
    const end = seen ? seen.offsetTop + seen.height : innerHeight
    const isAbove = bottom + count * OPTION_HEIGHT > end && top > end - bottom
    setPlace({ left, width, ...(isAbove ? { bottom: innerHeight - top } : { top: bottom }) })
  }, [input, count])
  return place
}

interface Option {
  id: string
  name: string
  location: string
}

/** Clients that match and are not chosen yet; for empty text those changed last. */
function useMatches(text: string, chosen: readonly string[]): Option[] {
  const query = { text, sort: text.trim() === '' ? ('recent' as const) : ('name' as const) }
  const count = MAX_OPTIONS + chosen.length
  const found = useDataQuery(`${count} ${text}`, () => getData().clients.list(query, 0, count))
  const last = useLast(found?.answer.items, found)
  return (last ?? []).filter(({ id }) => !chosen.includes(id)).slice(0, MAX_OPTIONS)
}

function Chosen({ ids, onRemove }: { ids: readonly string[]; onRemove: (id: string) => void }) {
  const names = useClientNames(ids)
  if (ids.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label="Chosen clients">
      {ids.map((id) => (
        <li key={id}>
          {names.get(id) ?? '…'}
          <button type="button" onClick={() => onRemove(id)}>
            <CloseIcon />
            <VisuallyHidden>Remove {names.get(id)}</VisuallyHidden>
          </button>
        </li>
      ))}
    </ul>
  )
}
