import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { PlusIcon } from '#client/desk/kit/icons.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import { useFilter } from '#client/desk/kit/page/use-filter.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useNow } from '#client/desk/queries/use-now.ts'
import { useDataBarrier } from '#client/desk/records/data-unavailable.tsx'
import { RecentlyDeletedLink } from '#client/desk/records/recently-deleted-link.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { Button } from '#client/ui/button.tsx'
import { ConnectionBar } from '#client/ui/connection-bar.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './journeys-page.module.css'
import { formatLead } from './journeys-text.ts'
import { AttentionNotices } from './list/attention-notices.tsx'
import {
  countJourneys,
  filterGroups,
  groupJourneys,
  type JourneyFilter,
  journeyFilters,
} from './list/journey-groups.ts'
import { JourneyList } from './list/journey-list.tsx'
import { useFoundJourneys, useJourneys } from './use-journeys.ts'

const filterOptions: { value: JourneyFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'ahead', label: 'Ahead' },
  { value: 'drafts', label: 'Drafts' },
  { value: 'past', label: 'Past' },
]

// Loaded when it is first opened: the list has priority.
const NewJourneyDialog = lazyNamed(
  () => import('./list/new-journey-dialog.tsx'),
  (module) => module.NewJourneyDialog,
)

/** All journeys, from this device alone. */
export function JourneysPage() {
  const now = useNow()
  const [filter, setFilter] = useFilter(journeyFilters)
  const [search, setSearch] = useState('')
  const all = useJourneys()
  const list = useFoundJourneys(search) ?? all
  const dialog = useRef<HTMLDialogElement>(null)
  const [isDialogRendered, setDialogRendered] = useState(false)
  const [isNotStored, setNotStored] = useState(false)
  const barrier = useDataBarrier('journeys')
  const online = useOnline()
  const { whole, groups } = useMemo(() => {
    const whole = groupJourneys(all?.items ?? [], now)
    const found = list && list !== all ? groupJourneys(list.items, now) : whole
    return { whole, groups: filterGroups(found, filter) }
  }, [all, list, filter, now])
  // The note that offers to undo a deletion comes first in the page.
  useRestoreFocus(useMain(), all?.items.length)
  return (
    <>
      <ConnectionBar offline={!online}>
        You are offline. Edits are saved on this device.
      </ConnectionBar>
      <DeskPage
        title="Journeys"
        lead={formatLead(whole) || null}
        aside={
          <div className={`row wrap gap-2 ${styles.tools}`}>
            <div className={styles.search}>
              <SearchBox
                label="Search journeys"
                placeholder="Title, place or client"
                value={search}
                onChange={setSearch}
              />
            </div>
            <SegmentedControl
              label="Show"
              options={filterOptions}
              value={filter}
              onChange={setFilter}
            />
            <Button
              small
              onClick={() => {
                setDialogRendered(true)
                dialog.current?.showModal()
              }}
            >
              <IconLabel>
                <PlusIcon />
                New journey
              </IconLabel>
            </Button>
          </div>
        }
      >
        <AttentionNotices items={all?.items ?? []} />
        {isNotStored ? (
          <Banner tone="error" title="This could not be saved on this device">
            Free some room on the device, then try again.
          </Banner>
        ) : null}
        {barrier ??
          (list && countJourneys(groups) === 0 ? (
            <NoJourneys
              search={list.searched}
              filter={filter}
              onShowAll={() => {
                setSearch('')
                setFilter('all')
              }}
            />
          ) : (
            <JourneyList groups={groups} now={now} onFailed={setNotStored} />
          ))}
        <RecentlyDeletedLink lists={['Journeys', 'Items of journeys', 'Documents']} />
      </DeskPage>
      <VisuallyHidden>
        <p role="status">{search.trim() && list ? formatFound(countJourneys(groups)) : null}</p>
      </VisuallyHidden>
      {isDialogRendered ? (
        <Suspense fallback={null}>
          <NewJourneyDialog ref={dialog} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The desk's `main` element. */
function useMain(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    main.current = document.querySelector('main')
  }, [])
  return main
}

function formatFound(count: number): string {
  return count === 1 ? '1 journey found' : `${count} journeys found`
}

const emptyTexts: Record<Exclude<JourneyFilter, 'all'>, string> = {
  ahead: 'No shared journey is ahead.',
  drafts: 'There are no drafts.',
  past: 'No journey is over yet.',
}

interface NoJourneysProps {
  search: string
  filter: JourneyFilter
  onShowAll: () => void
}

/** Shown in place of an empty list. */
function NoJourneys({ search, filter, onShowAll }: NoJourneysProps) {
  if (search.trim() === '' && filter === 'all')
    return (
      <EmptyState object="map" title="No journeys yet.">
        Plan one here, with or without a connection, or make one of a client’s trip.
      </EmptyState>
    )
  return (
    <EmptyState
      object="spyglass"
      title="No journeys found"
      action={<TextAction onClick={onShowAll}>Show all journeys</TextAction>}
    >
      {search.trim() || filter === 'all'
        ? `No journey here matches “${search}”.`
        : emptyTexts[filter]}
    </EmptyState>
  )
}
