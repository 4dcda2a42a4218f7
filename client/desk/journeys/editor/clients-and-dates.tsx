import { useState } from 'react'
import { getBook } from '#client/book/book-client.ts'
import type { ClientListItem } from '#client/book/store/types.ts'
import { useBookQuery } from '#client/book/use-book.ts'
import { useTyped } from '#client/desk/journeys/item/typed-fields.tsx'
import { count } from '#client/desk/journeys/journey-text.ts'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { announce } from '#client/ui/announcer.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { UNNAMED } from '#shared/clients/person-names.ts'
import type { Editor } from './editor.ts'
import styles from './editor-header.module.css'

/** Clients that a search offers. */
const MAX_FOUND = 6

/** Who travels and from which day, below the subtitle. */
export function ClientsAndDates({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { view, days, commands } = editor
  const { clients } = view.journey
  const set = (next: string[]) => commands.setJourney({ clients: next }, { clients })
  // The book names an added client only after the next read.
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map())
  const names = new Map([...added, ...view.clients.map(({ id, name }) => [id, name] as const)])
  return (
    <div className={styles.panel}>
      <div className={styles.clients}>
        <ClientSearch
          chosen={clients}
          onAdd={({ id, name }) => {
            set([...clients, id])
            setAdded(new Map(added).set(id, name))
            announce(`${name} added.`)
          }}
        />
        {clients.length > 0 ? (
          <ul aria-label="Clients of this journey">
            {clients.map((id) => {
              const name = names.get(id) ?? 'A client who is not on this device'
              return (
                <li key={id}>
                  {name || UNNAMED}
                  <button type="button" onClick={() => set(clients.filter((one) => one !== id))}>
                    <CloseIcon />
                    <VisuallyHidden>Remove {name}</VisuallyHidden>
                  </button>
                </li>
              )
            })}
          </ul>
        ) : null}
      </div>
      <div>
        <FirstDay editor={editor} />
        <p className={styles.length}>
          {count(days.length, 'day')}. Add or remove days in the list of days; the dates follow.
        </p>
      </div>
      <TextAction onClick={onDone}>Done</TextAction>
    </div>
  )
}

interface ClientSearchProps {
  chosen: readonly string[]
  onAdd: (client: ClientListItem) => void
}

function ClientSearch({ chosen, onAdd }: ClientSearchProps) {
  const [text, setText] = useState('')
  const words = text.trim()
  const found = useBookQuery(`clients for a journey ${words}`, async () =>
    words === '' ? [] : (await search(words)).filter(({ id }) => !chosen.includes(id)),
  )
  const clients = (found?.answer ?? []).slice(0, MAX_FOUND)
  return (
    <div>
      <TextField
        label="Add a client"
        autoComplete="off"
        placeholder="Name"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {clients.length > 0 ? (
        <ul className={styles.found} aria-label="Clients found">
          {clients.map((client) => (
            <li key={client.id}>
              <button
                type="button"
                onClick={() => {
                  onAdd(client)
                  setText('')
                }}
              >
                <PlusIcon />
                {client.name}
                <small>{client.location}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {words !== '' && found && clients.length === 0 ? (
        <p className={styles.length}>No other client has this name.</p>
      ) : null}
    </div>
  )
}

async function search(text: string): Promise<ClientListItem[]> {
  const { items } = await getBook().listClients({ text, sort: 'name' }, 0, 4 * MAX_FOUND)
  return items
}

/** Years while a date is typed digit by digit are not dates of a journey. */
const FIRST_YEAR = '1990'

function FirstDay({ editor: { view, commands } }: { editor: Editor }) {
  const { start } = view.journey
  const [typed, setTyped] = useState<string>()
  const { change, end } = useTyped(start, (next, before) =>
    commands.setJourney({ start: next }, { start: before }),
  )
  return (
    <TextField
      label="First day"
      optional
      type="date"
      value={typed ?? start}
      onChange={({ target: { value } }) => {
        setTyped(value)
        if (value >= FIRST_YEAR && value !== start) change(value)
      }}
      onBlur={() => {
        // An emptied date counts when the field is left: while it is typed, it is empty as well.
        if (typed === '' && start !== '') change('')
        setTyped(undefined)
        end()
      }}
    />
  )
}
