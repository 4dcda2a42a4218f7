import {
  ComboboxInput,
  ComboboxItem,
  ComboboxPopover,
  ComboboxProvider,
} from '@ariakit/react/combobox'
import { useRef, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import { useClientNames, useDataQuery, useLast } from '#client/data/use-data.ts'
import { announce } from '#client/ui/announcer.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field } from '#client/ui/controls/field.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './client-picker.module.css'

interface Travellers {
  /** Ids of clients. */
  clients: string[]
  /** Names of those who are no clients. */
  travellers: string[]
}

interface ClientPickerProps {
  label: string
  chosen: Travellers
  onChange: (change: Partial<Travellers>) => void
  /** The text in the search field. */
  text: string
  onTextChange: (text: string) => void
  error?: string | undefined
  optional?: boolean
}

/** Most clients that are offered at once. */
const MAX_OPTIONS = 6

/** Chooses clients by name, and takes any other name as that of a traveller. */
export function ClientPicker(props: ClientPickerProps) {
  const { label, onChange, text, onTextChange, error, optional } = props
  const { clients, travellers } = props.chosen
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const options = useMatches(text, clients)
  const typedName = text.trim().replaceAll(/\s+/g, ' ')
  const canAddName = typedName !== '' && !travellers.includes(typedName)
  const hasOptions = options.length > 0 || canAddName
  const add = (name: string, change: Partial<Travellers>) => {
    onChange(change)
    onTextChange('')
    announce(`${name} is added.`)
  }
  return (
    <div className={styles.picker}>
      <ComboboxProvider
        open={isOpen && hasOptions}
        setOpen={setOpen}
        inputValue={text}
        setInputValue={onTextChange}
      >
        <Field label={label} error={error} optional={optional ?? false}>
          {(control) => (
            <ComboboxInput
              {...control}
              ref={input}
              className={field.control}
              autoSelect="always"
              spellCheck={false}
              placeholder="Search your clients, or type a name"
              maxLength={200}
              // A list without options is closed already.
              onBlur={() => !hasOptions && setOpen(false)}
            />
          )}
        </Field>
        {/* Fixed, so that a dialog around it neither clips it nor grows. */}
        <ComboboxPopover
          fixed
          sameWidth
          gutter={4}
          className={styles.options}
          aria-label="Clients"
          // Else the browser closes the dialog around it, too.
          hideOnEscape={(event) => {
            event.preventDefault()
            return true
          }}
        >
          {options.map((one) => (
            <ComboboxItem
              key={one.id}
              value={one.id}
              setValueOnClick={false}
              onClick={() => add(one.name, { clients: [...clients, one.id] })}
            >
              <b>{one.name}</b>
              <span className={type.fine}>{one.location}</span>
            </ComboboxItem>
          ))}
          {canAddName ? (
            <ComboboxItem
              value={`name ${typedName}`}
              setValueOnClick={false}
              onClick={() => add(typedName, { travellers: [...travellers, typedName] })}
            >
              Add {typedName} as a traveller
            </ComboboxItem>
          ) : null}
        </ComboboxPopover>
      </ComboboxProvider>
      <Chosen
        chosen={props.chosen}
        onChange={(change) => {
          onChange(change)
          input.current?.focus()
        }}
      />
    </div>
  )
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

function Chosen({ chosen, onChange }: Pick<ClientPickerProps, 'chosen' | 'onChange'>) {
  const { clients, travellers } = chosen
  const names = useClientNames(clients)
  const without = (list: readonly string[], left: string) => list.filter((one) => one !== left)
  if (clients.length + travellers.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label="Chosen travellers">
      {clients.map((id) => (
        <ChosenName
          key={id}
          name={names.get(id)}
          onRemove={() => onChange({ clients: without(clients, id) })}
        />
      ))}
      {travellers.map((name) => (
        <ChosenName
          key={`name ${name}`}
          name={name}
          onRemove={() => onChange({ travellers: without(travellers, name) })}
        />
      ))}
    </ul>
  )
}

interface ChosenNameProps {
  /** Undefined until it is read. */
  name: string | undefined
  onRemove: () => void
}

function ChosenName({ name, onRemove }: ChosenNameProps) {
  return (
    <li>
      {name ?? '…'}
      <button type="button" onClick={onRemove}>
        <CloseIcon />
        <VisuallyHidden>Remove {name}</VisuallyHidden>
      </button>
    </li>
  )
}
