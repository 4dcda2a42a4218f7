import type { ClientQuery, ClientSort } from '#client/data/store/types.ts'
import { type ClientListData, useDataState } from '#client/data/use-data.ts'
import { formatResultCount } from '#client/desk/clients/clients-text.ts'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { useAsync } from '#client/lib/use-async.ts'
import { isStorageAvailable } from '#client/outbox/storage-available.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ChevronDownIcon } from '#client/ui/icons.tsx'
import type from '#client/ui/type.module.css'
import styles from './client-list.module.css'

interface ClientsHeadProps {
  query: ClientQuery
  setQuery: (change: Partial<ClientQuery>) => void
  counts: ClientListData
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
  const isStored = useAsync('store', isStorageAvailable).value !== false
  const isKnown = useDataState().syncedAt !== undefined
  return (
    <>
      <div className={`split ${styles.headRow}`}>
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
        <p role="status">{formatResultCount({ ...counts, isStored, isKnown })}</p>
        <span className={styles.sort}>
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
          <ChevronDownIcon />
        </span>
      </div>
    </>
  )
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
