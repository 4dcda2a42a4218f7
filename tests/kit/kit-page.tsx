import { type ReactNode, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import * as icons from '#client/desk/kit/icons.tsx'
import { LocationFields, toLocationDraft } from '#client/desk/kit/location-fields.tsx'
import {
  DeskConnectionBar,
  ListSkeleton,
  LoadErrorBanner,
  StaleBadge,
} from '#client/desk/kit/page/data-state.tsx'
import { DeskPage } from '#client/desk/kit/page/page.tsx'
import { SegmentedControl } from '#client/desk/kit/page/segmented-control.tsx'
import { bookingTones, StatusBadge, type StatusTone } from '#client/desk/kit/page/status-badge.tsx'
import { SubTabs } from '#client/desk/kit/page/tabs.tsx'
import { PassphraseField } from '#client/desk/kit/passphrase-field.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { RejectedNotice } from '#client/desk/kit/rejected-notice.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { TimeInput } from '#client/desk/kit/time-input.tsx'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import text from '#client/ui/type.module.css'
import type { LocationKind } from '#shared/booking/meeting-location.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import { bookingStatuses } from '#shared/booking/status.ts'
import styles from './kit-page.module.css'
import {
  AgendaAndTrips,
  Choices,
  Dialogs,
  EmptyList,
  Figures,
  LONG_NAME,
  Maps,
  Panes,
  Popups,
  Rows,
} from './kit-page-parts.tsx'

/** The desk’s components in their states; `npm run kit` shows it. */
export function KitPage() {
  return (
    <DeskPage title="Kit" lead="The desk’s components in every state, with invented data.">
      <div className={styles.parts}>
        <Part title="Buttons">
          <Buttons />
        </Part>
        <Part title="Text actions">
          <TextActions />
        </Part>
        <Part title="Status">
          <Statuses />
        </Part>
        <Part title="Segmented control and tabs">
          <Switches />
        </Part>
        <Part title="Data states">
          <DataStates />
        </Part>
        <Part title="Boxes">
          <Boxes />
        </Part>
        <Part title="Key figures and amounts">
          <Figures />
        </Part>
        <Part title="Menu and time zone">
          <Popups />
        </Part>
        <Part title="Agenda and trips">
          <AgendaAndTrips />
        </Part>
        <Part title="List and detail">
          <Panes />
        </Part>
        <Part title="Rows that are moved">
          <Rows />
        </Part>
        <Part title="Empty state">
          <EmptyList />
        </Part>
        <Part title="Passphrase and meeting location">
          <Fields />
        </Part>
        <Part title="A rejected edit">
          <Rejected />
        </Part>
        <Part title="Dialogs">
          <Dialogs />
        </Part>
        <Part title="Choice sheet">
          <Choices />
        </Part>
        <Part title="Maps of journeys">
          <Maps />
        </Part>
        <Part title="Icons">
          <Icons />
        </Part>
      </div>
    </DeskPage>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={text.h4}>{title}</h2>
      {children}
    </section>
  )
}

const OFFLINE = 'This needs a connection.'
const LONG_ADDRESS = 'wilhelmina.van-der-zwaluwenburg-hoogendijk@correspondence.example.com'

const variants = ['primary', 'ghost', 'danger', 'quiet'] as const

function Buttons() {
  const rows = [
    { name: 'as it is', state: {} },
    { name: 'busy', state: { busy: true } },
    { name: 'disabled, with the reason', state: { disabledReason: OFFLINE } },
    { name: 'disabled', state: { disabled: true } },
  ]
  return (
    <>
      {rows.map(({ name, state }) => (
        <div key={name} className="row wrap gap-2">
          {variants.map((variant) => (
            <DeskButton key={variant} variant={variant} {...state}>
              {`${variant}, ${name}`}
            </DeskButton>
          ))}
        </div>
      ))}
      <div className="row wrap gap-2">
        <DeskButton variant="ghost">
          <IconLabel>
            <icons.SaveIcon />
            With a sign
          </IconLabel>
        </DeskButton>
        <DeskButton arrow>Leads on</DeskButton>
        <ButtonLink small variant="ghost" to="/admin/dashboard">
          A link
        </ButtonLink>
      </div>
      <div className={`row wrap gap-2 ${styles.night}`} data-ground="dark">
        <DeskButton variant="cream">cream</DeskButton>
        <DeskButton variant="ghost">ghost</DeskButton>
      </div>
    </>
  )
}

function TextActions() {
  return (
    <div className={`row wrap gap-2 ${styles.apart}`}>
      <TextAction>A button</TextAction>
      <TextAction to="/admin/dashboard">A link</TextAction>
      <TextAction danger>Danger</TextAction>
      <TextAction disabledReason={OFFLINE}>Barred</TextAction>
    </div>
  )
}

const tones: StatusTone[] = ['ok', 'wait', 'problem', 'conflict', 'back', 'mute', 'expired']

function Statuses() {
  return (
    <>
      <p className="row wrap gap-2">
        {tones.map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {tone}
          </StatusBadge>
        ))}
        <StatusBadge tone="wait" icon={icons.HourglassIcon}>
          wait, with its own icon
        </StatusBadge>
      </p>
      <p className="row wrap gap-2">
        {bookingStatuses.map((status) => (
          <StatusBadge key={status} tone={bookingTones[status]}>
            {statusLabels[status]}
          </StatusBadge>
        ))}
      </p>
    </>
  )
}

const periods = [
  { value: 'month', label: 'This month' },
  { value: 'year', label: 'This year' },
  { value: 'twelve', label: 'Twelve months', count: 12 },
] as const

function Switches() {
  const [period, setPeriod] = useState<(typeof periods)[number]['value']>('year')
  return (
    <>
      <SegmentedControl label="Period" options={periods} value={period} onChange={setPeriod} />
      <SubTabs
        label="Kit"
        tabs={[
          { to: '/', label: 'Current' },
          { to: '/admin/forms/contact', label: 'Counted', count: { number: 3, meaning: 'unread' } },
          { to: '/admin/forms/inquiry', label: 'None', count: { number: 0, meaning: 'unread' } },
          { to: '/admin/settings/privacy', label: 'A longer name' },
        ]}
      />
    </>
  )
}

const BEFORE = Date.parse('2026-11-24T07:12:00Z')
const unanswered = { status: 0, code: 'network', error: 'No answer' }
const failed = { status: 500, code: 'failed', error: 'Failed' }
const reload = () => undefined

function DataStates() {
  return (
    <>
      <StaleBadge desk={{ asOf: BEFORE, state: 'cached', refusal: failed }} />
      <DeskConnectionBar
        subject="Bookings are"
        desk={{ asOf: BEFORE, state: 'cached', refusal: unanswered }}
      />
      <DeskConnectionBar
        subject="Bookings are"
        desk={{ asOf: undefined, state: 'none', refusal: unanswered }}
      />
      <div>
        <LoadErrorBanner
          failure="Failed to load bookings"
          desk={{ refusal: failed, data: [], reload }}
        />
        <LoadErrorBanner
          failure="Failed to load bookings"
          desk={{ refusal: unanswered, data: undefined, reload }}
        />
      </div>
      <ListSkeleton desk={{ state: 'opening' }} />
    </>
  )
}

function Boxes() {
  return (
    <>
      <Box
        title="A box"
        lead="A sentence under the title."
        aside="Latest 3"
        foot={
          <>
            <p className={text.fine}>Saved on this device.</p>
            <DeskButton>Save</DeskButton>
          </>
        }
      >
        <p>
          Write to <BreakableAddress address={LONG_ADDRESS} />
        </p>
      </Box>
      <Box
        title="A full-width table"
        aside={<TextAction to="/admin/sales">All sales</TextAction>}
        flush
      >
        <table className={`${table.table} ${kit.stacked}`}>
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col">Service</th>
              <th scope="col" className={table.num}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">
                <b>Signe Holm</b>
              </th>
              <td>Bespoke Planning</td>
              <td className={table.num}>4,000</td>
            </tr>
            <tr>
              <th scope="row">
                <b>{LONG_NAME}</b>
                <small className={table.neg}>Refunded 1,000</small>
              </th>
              <td>Business Consultancy</td>
              <td className={table.num}>6,500</td>
            </tr>
          </tbody>
        </table>
      </Box>
    </>
  )
}

function TimeOfDay() {
  const [time, setTime] = useState('09:30')
  return (
    <Field label="Time">
      {(control) => <TimeInput {...control} value={time} onChange={setTime} />}
    </Field>
  )
}

function Fields() {
  return (
    <div className={styles.fields}>
      <TimeOfDay />
      <PassphraseField label="Passphrase" hint="At least 12 characters" />
      <PassphraseField label="The same again" error="These were two different passphrases." />
      <Place kind="video_room" />
      <Place kind="link" />
      <Place kind="in_person" error="Please enter the address." />
      <Place kind="phone" disabled />
    </div>
  )
}

function Place({
  kind,
  error,
  ...rest
}: {
  kind: LocationKind
  error?: string
  disabled?: boolean
}) {
  const values = useFormValues({ ...toLocationDraft({ kind: 'phone' }), kind })
  const form = useForm({ values, rules: () => ({}) })
  const errors = error ? { url: error } : {}
  return (
    <div className="stack gap-4">
      <LocationFields
        {...rest}
        form={{ ...form, errors }}
        label="Where it is held"
        canCreateRooms
        emptyLinkHint="Left empty, each booking gets a link of its own."
      />
    </div>
  )
}

const rejectedEdit = {
  coll: 'journey-item' as const,
  id: 'lofoten-sauna',
  set: { title: 'Sauna on the pier', phone: '+47 1' },
  reason: 'Please check the highlighted fields.',
  fieldErrors: { phone: 'This is too short.' },
}

function Rejected() {
  return (
    <RejectedNotice
      title="The server rejected a change"
      edit={rejectedEdit}
      known={undefined}
      discardLabel="Discard this edit"
      onDiscard={reload}
    >
      <TextAction>Edit</TextAction>
    </RejectedNotice>
  )
}

function Icons() {
  return (
    <ul className={styles.icons}>
      {Object.entries(icons).map(([name, Icon]) => (
        <li key={name} className={kit.inlineWide}>
          <Icon />
          {name.replace(/Icon$/, '')}
        </li>
      ))}
    </ul>
  )
}
