import type { ClientQuery, ClientSort } from '#client/book/store/types.ts'
import type { ClientListData } from '#client/book/use-book.ts'
import { pluralize } from '#client/desk/clients/format-value.ts'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { formatCount } from '#shared/lib/format-number.ts'
import styles from './clients-head.module.css'

type Counts = Pick<ClientListData, 'searchedText' | 'matchCount' | 'clientCount' | 'loading'>

interface ClientsHeadProps {
  query: ClientQuery
  setQuery: (change: Partial<ClientQuery>) => void
  counts: Counts
  /** Whether the form for a new client is open. */
  isAdding: boolean
}

const sortOptions: { value: ClientSort; label: string }[] = [
  { value: 'name', label: 'By name' },
  { value: 'location', label: 'By place' },
  { value: 'lastContact', label: 'By last contact' },
  { value: 'recent', label: 'Latest changes' },
]

/** The head of the list: search, sorting and the count. */
export function ClientsHead({ query, setQuery, counts, isAdding }: ClientsHeadProps) {
  return (
    <>
      <div className={`${layout.spaceBetween} ${styles.row}`}>
        <h2>Clients</h2>
        <AddClient disabled={isAdding} />
      </div>
      <SearchBox
        label="Search clients"
        placeholder="Name, place, trip or preference"
        value={query.text}
        onChange={(text) => setQuery({ text })}
      />
      <div className={`${type.fine} ${styles.foot}`}>
        <p role="status">{formatResultCount(counts)}</p>
        <select
          aria-label="Sort"
          value={query.sort}
          onChange={({ target }) => setQuery({ sort: target.value as ClientSort })}
        >
          {sortOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}

/**
 * `8 clients, all available offline` or `3 of 8 clients`. No number while more clients arrive: a
 * screen reader would read out each one.
 */
export function formatResultCount({
  searchedText,
  matchCount,
  clientCount,
  loading,
}: Counts): string {
  if (loading) return clientCount === 0 ? '' : 'Loading more clients'
  const clients = pluralize(clientCount, 'client')
  if (searchedText.trim() !== '') return `${formatCount(matchCount)} of ${clients}`
  return clientCount === 0
    ? 'No clients'
    : `${clients}, ${clientCount === 1 ? '' : 'all '}available offline`
}

function AddClient({ disabled }: { disabled: boolean }) {
  const label = (
    <IconLabel>
      <PlusIcon />
      Add client
    </IconLabel>
  )
  return disabled ? (
    <Button small disabled>
      {label}
    </Button>
  ) : (
    <ButtonLink small to="/admin/crm/new">
      {label}
    </ButtonLink>
  )
}
