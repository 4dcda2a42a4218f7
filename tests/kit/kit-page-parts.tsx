import { type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import {
  ChoiceFoot,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
  FixedRow,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import { ConfirmDialog, DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { Sheet } from '#client/desk/kit/dialogs/side-sheet.tsx'
import { BinIcon, PencilIcon } from '#client/desk/kit/icons.tsx'
import { Agenda } from '#client/desk/kit/lists/agenda.tsx'
import { AmountList } from '#client/desk/kit/lists/amount-list.tsx'
import { DashboardItem } from '#client/desk/kit/lists/dashboard-item.tsx'
import { DayName } from '#client/desk/kit/lists/day-name.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { KeyFigures } from '#client/desk/kit/lists/key-figures.tsx'
import { ListDetail } from '#client/desk/kit/lists/list-detail.tsx'
import { ListGroup, ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { Grip, moveTo, useReorder } from '#client/desk/kit/lists/reorder.tsx'
import { SearchBox } from '#client/desk/kit/lists/search-box.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import { MenuButton } from '#client/desk/kit/popups/menu-button.tsx'
import { ZoneCombobox } from '#client/desk/kit/popups/zone-combobox.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { TripBand } from '#client/desk/kit/trip-band.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { JourneyPlate, JourneySketch } from '#client/ui/plates/journey-plate.tsx'
import text from '#client/ui/type.module.css'
import styles from './kit-page.module.css'

// Parts of the page in `kit-page.tsx` that would make it too long: figures, lists, dialogs, choices.

/** Too long for most places. */
export const LONG_NAME = 'Wilhelmina van der Zwaluwenburg-Hoogendijk'

export function Popups() {
  const [zone, setZone] = useState('Europe/Oslo')
  return (
    <>
      <MenuButton
        label="Edit or delete"
        className={kit.iconButton}
        actions={[
          { label: 'Edit', Icon: PencilIcon, variant: 'quiet', onChoose: () => {} },
          { label: 'Delete', Icon: BinIcon, variant: 'quiet', onChoose: () => {} },
        ]}
      />
      <ZoneCombobox label="Time zone" value={zone} onChange={setZone} />
    </>
  )
}

export function Figures() {
  return (
    <>
      <KeyFigures
        figures={[
          { term: 'Total revenue', unit: 'NOK', value: '486,000', note: 'After refunds' },
          { term: 'Paid bookings', value: '84', note: '45 Bespoke Planning' },
          { term: 'Without a note', value: '5,800' },
        ]}
      />
      <AmountList
        lines={[
          { term: 'Received', amount: '490,000' },
          { term: 'Refunded', note: '1 payment', amount: '−4,000', look: 'minus' },
          { term: 'Total revenue', amount: '486,000', look: 'sum' },
          { term: 'of which 25% VAT', amount: '97,200', look: 'part' },
        ]}
      />
    </>
  )
}

const trip = { id: 'trip', place: 'Lofoten', start: '2026-11-21', end: '2026-11-29' }
const travels = { clientIds: ['none'], name: 'Signe Holm', trip }
const week = { item: travels, from: 0, to: 6, lane: 0 }

export function AgendaAndTrips() {
  return (
    <>
      <Box title="A day" flush>
        <Agenda
          zone="Europe/Oslo"
          emptyText="No calls today."
          items={[
            {
              id: 'call',
              hours: { start: '2026-11-24T09:00:00Z', end: '2026-11-24T09:30:00Z' },
              title: 'Signe Holm',
              detail: 'Business Consultancy, paid. 09:00 in Europe/London',
              action: (
                <ButtonLink small to="/admin/bookings">
                  Open booking
                </ButtonLink>
              ),
            },
            { id: 'day', title: LONG_NAME, detail: 'In Lofoten, until 29 November' },
          ]}
        />
      </Box>
      <Box title="A day without calls" flush>
        <Agenda zone="Europe/Oslo" emptyText="No calls today." items={[]} />
      </Box>
      <ul>
        <DashboardItem look="wait" title="A request waits" text="For Signe Holm, since 08:12.">
          <TextAction>Answer</TextAction>
        </DashboardItem>
      </ul>
      <p className="row wrap gap-2">
        <DayName date="2026-11-24" today="2026-11-24" />
        <DayName date="2026-11-25" />
      </p>
      <div className={styles.week}>
        <TripBand band={{ ...week, startsBefore: false, endsAfter: false }} showDates />
        <TripBand band={{ ...week, startsBefore: true, endsAfter: false }} />
        <TripBand band={{ ...week, startsBefore: false, endsAfter: true }} />
        <TripBand
          band={{
            ...week,
            item: { ...travels, name: LONG_NAME },
            startsBefore: true,
            endsAfter: true,
          }}
        />
      </div>
    </>
  )
}

const rows = [
  { id: 'a', time: '10:00', name: 'Signe Holm', tone: 'ok', word: 'Confirmed' },
  { id: 'b', time: '11:30', name: LONG_NAME, tone: 'wait', word: 'Requested' },
  { id: 'c', time: '14:00', name: 'Aksel Berg', tone: 'conflict', word: 'Needs new time' },
] as const

export function Panes() {
  const [search, setSearch] = useState('')
  const opened = useSearchParams()[0].get('row')
  const reading = rows.find(({ id }) => id === opened)
  const found = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return (
    <div className={styles.panes}>
      <ListDetail
        head={
          <SearchBox
            label="Search rows"
            placeholder="Search by name"
            value={search}
            onChange={setSearch}
          />
        }
        list={
          <>
            <ListGroup title="Today, Tuesday 24 November" isToday>
              {found.map(({ id, time, name, tone, word }) => (
                <ListRow
                  key={id}
                  to={`?row=${id}`}
                  isCurrent={id === opened}
                  lead={<time>{time}</time>}
                  title={name}
                  aside={<StatusBadge tone={tone}>{word}</StatusBadge>}
                  note="Business Consultancy"
                />
              ))}
            </ListGroup>
            <ListGroup title="Without a time or a note">
              <ListRow to="/" isCurrent={false} title="Ingrid Lund" aside="20 November" />
            </ListGroup>
          </>
        }
        detail={reading && <p className={kit.subject}>{reading.name}</p>}
        emptyDetail={<p className={text.muted}>Nothing is chosen.</p>}
        backLink={{ to: '/', label: 'The list' }}
      />
    </div>
  )
}

export function EmptyList() {
  return (
    <Box title="An empty list" flush>
      <EmptyState
        object="chair"
        title="No bookings found"
        action={<TextAction>Show all bookings</TextAction>}
      >
        There are no bookings ahead.
      </EmptyState>
    </Box>
  )
}

export function Dialogs() {
  const dialog = useRef<HTMLDialogElement>(null)
  const question = useRef<HTMLDialogElement>(null)
  const danger = useRef<HTMLDialogElement>(null)
  const busy = useRef<HTMLDialogElement>(null)
  const [isSheetOpen, setSheetOpen] = useState(false)
  return (
    <>
      <div className="row wrap gap-2">
        <DeskButton variant="ghost" onClick={() => dialog.current?.showModal()}>
          A dialog
        </DeskButton>
        <DeskButton variant="ghost" onClick={() => question.current?.showModal()}>
          A question
        </DeskButton>
        <DeskButton variant="danger" onClick={() => danger.current?.showModal()}>
          A danger
        </DeskButton>
        <DeskButton variant="ghost" onClick={() => busy.current?.showModal()}>
          A busy one
        </DeskButton>
        <DeskButton variant="ghost" onClick={() => setSheetOpen(true)}>
          A sheet
        </DeskButton>
      </div>
      {isSheetOpen ? (
        <Sheet title="A sheet" onClose={() => setSheetOpen(false)}>
          <p className={kit.text}>At the right edge, or at the bottom of a phone.</p>
        </Sheet>
      ) : null}
      <DeskDialog ref={dialog} title="A dialog">
        <p className={kit.text}>Esc closes it, and the focus goes back to its button.</p>
      </DeskDialog>
      <Question of={question} title="Move this booking?" confirmLabel="Move booking" />
      <Question of={danger} title="Cancel this booking?" confirmLabel="Cancel booking" danger />
      <Question of={busy} title="Move this booking?" confirmLabel="Moving..." busy />
    </>
  )
}

interface QuestionProps {
  of: RefObject<HTMLDialogElement | null>
  title: string
  confirmLabel: string
  danger?: boolean
  busy?: boolean
}

function Question({ of, ...rest }: QuestionProps) {
  return (
    <ConfirmDialog ref={of} cancelLabel="Keep it" onConfirm={() => of.current?.close()} {...rest}>
      <p>Signe Holm gets a mail about it.</p>
    </ConfirmDialog>
  )
}

const versions = {
  here: [
    { text: 'Prefers the ', isDifferent: false },
    { text: 'night train', isDifferent: true },
  ],
  there: [
    { text: 'Prefers the ', isDifferent: false },
    { text: 'ferry', isDifferent: true },
  ],
}

export function Choices() {
  const [side, setSide] = useState('here')
  const option = (which: 'here' | 'there', whose: string) => (
    <td data-label={whose}>
      <ChoiceOption
        name="kit"
        pieces={versions[which]}
        checked={side === which}
        onChoose={() => setSide(which)}
        above="on iPhone, edited today, 08:12"
        side="in use now"
      />
    </td>
  )
  return (
    <ChoiceSheet>
      <ChoiceTable
        corner="Field"
        sides={[
          { title: 'On this device', note: 'Last change today at 08:12' },
          { title: 'On the server', note: 'Saved by Phone, yesterday at 21:10' },
        ]}
      >
        <tr>
          <th scope="row">Travel</th>
          {option('here', 'On this device')}
          {option('there', 'On the server')}
        </tr>
        <FixedRow title="The same in both">Name, email</FixedRow>
      </ChoiceTable>
      <ChoiceFoot cancelAction={<DeskButton variant="quiet">Decide later</DeskButton>}>
        <DeskButton variant="ghost">Keep all from server</DeskButton>
        <DeskButton>Save this version</DeskButton>
      </ChoiceFoot>
    </ChoiceSheet>
  )
}

const lofoten: Parameters<typeof JourneyPlate>[0]['stops'] = [
  { name: 'Oslo', at: [10.752, 59.913] },
  { name: 'Bodø', at: [14.405, 67.28] },
  { name: 'Svolvær', at: [14.568, 68.234] },
  { name: 'Henningsvær', at: [14.204, 68.153] },
  { name: 'A house that no map knows' },
  { name: 'Reine', at: [13.089, 67.932] },
]
const thereAndBack = [1, 2, 3, 4, 6, 2]

export function Maps() {
  return (
    <div className={styles.maps}>
      {(['day', 'night', 'print'] as const).map((ink) => (
        <div key={ink} className={styles.map}>
          <JourneyPlate
            {...{ stops: lofoten, route: thereAndBack, ink }}
            current={3}
            frame="route"
            hasLocator
          />
        </div>
      ))}
      <div className={styles.map}>
        <JourneyPlate stops={lofoten} route={thereAndBack} ink="day" frame="overview" />
      </div>
      <div className={styles.map}>
        <JourneyPlate stops={[]} ink="night" frame="route" />
      </div>
      {(['day', 'past'] as const).map((ink) => (
        <div key={ink} className={styles.sketch}>
          <JourneySketch stops={lofoten} route={thereAndBack} ink={ink} />
        </div>
      ))}
    </div>
  )
}

export function Rows() {
  const [ids, setIds] = useState(['Bergen', LONG_NAME, 'Svolvær'])
  const { list, row, grip } = useReorder({
    ids,
    getName: (id) => id,
    onMove: (id, index) => setIds(moveTo(ids, id, index)),
  })
  return (
    <ul ref={list} className="stack">
      {ids.map((id) => (
        <li key={id} {...row(id, kit.inlineWide)}>
          <Grip {...grip(id)} name={id} />
          {id}
        </li>
      ))}
    </ul>
  )
}
