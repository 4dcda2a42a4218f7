import { useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientView, RefusedChange } from '#client/book/store/types.ts'
import { useClient } from '#client/book/use-book.ts'
import { ConflictReview } from '#client/desk/clients/conflict/conflict-review.tsx'
import { forgetDeletion, noteDeletion } from '#client/desk/clients/deletions.ts'
import { EditClient, NewClient } from '#client/desk/clients/form/client-form.tsx'
import { useUnfinishedForm } from '#client/desk/clients/form/use-client-draft.ts'
import { MergeClients } from '#client/desk/clients/merge/merge-clients.tsx'
import { TwinNotice } from '#client/desk/clients/merge/twin-notice.tsx'
import { ClientTimeline } from '#client/desk/clients/timeline/client-timeline.tsx'
import { valueWords } from '#client/desk/clients/value-words.ts'
import { Iconed } from '#client/desk/kit/button.tsx'
import { BinIcon, MoreIcon, PencilIcon } from '#client/desk/kit/icons.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { namedTitle } from '#client/desk/kit/page/page.tsx'
import { SubTabs } from '#client/desk/kit/page/tabs.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { systemClock } from '#client/lib/clock.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { fieldName } from '#shared/clients/fields.ts'
import { NO_NAME } from '#shared/clients/names.ts'
import { ClientOverview, ClientTrips } from './client-overview.tsx'
import styles from './client-reading.module.css'
import { FieldWaiting } from './client-tags.tsx'

interface ReadingProps {
  /** Undefined for the form for a new client. */
  id: string | undefined
  part: string | undefined
  other: string | undefined
}

/** The pane beside the list: a client to read, edit or add, or two to compare. */
export function Reading({ id, part, other }: ReadingProps) {
  if (id === undefined) return <NewClient />
  if (part === 'merge' && other) return <MergeClients key={`${id} ${other}`} {...{ id, other }} />
  return <ClientReading key={id} id={id} part={part} />
}

/** Open conflicts come before the client's data. */
function ClientReading({ id, part }: { id: string; part: string | undefined }) {
  const view = useClient(id)
  if (view === 'opening') return null
  if (!view) return <MissingClient />
  if (view.deleted) return <DeletedClient view={view} />
  return part === 'edit' ? <EditClient view={view} /> : <Shown view={view} part={part} />
}

function Shown({ view, part }: { view: ClientView; part: string | undefined }) {
  const [later, setLater] = useState(false)
  const name = view.client.name || NO_NAME
  useTitle(namedTitle(name, 'Client'))
  const reviews = view.conflicts.length > 0 && !later
  return (
    <article className={styles.client} aria-label={name}>
      <ClientHead view={view} bare={reviews} />
      {reviews ? (
        <ConflictReview view={view} onLater={() => setLater(true)} />
      ) : (
        <ClientParts view={view} part={part} onReview={() => setLater(false)} />
      )}
    </article>
  )
}

function MissingClient() {
  return (
    <EmptyState
      title="This client is not on this device"
      action={<TextAction to="/admin/crm">All clients</TextAction>}
    >
      It may not have synced yet, or it was removed.
    </EmptyState>
  )
}

/** Shown at the address of a deleted client while this device still has the record. */
function DeletedClient({ view: { id, client } }: { view: ClientView }) {
  const restore = async () => {
    await book().restore(id)
    forgetDeletion(id)
  }
  return (
    <EmptyState
      title={`${client.name} is deleted`}
      action={<TextAction onClick={() => void restore()}>Restore client</TextAction>}
    >
      Other devices remove it when they sync.
    </EmptyState>
  )
}

interface ClientPartsProps {
  view: ClientView
  part: string | undefined
  onReview: () => void
}

/** The data of a client, in tabs with an address each. */
function ClientParts({ view, part, onReview }: ClientPartsProps) {
  const path = `/admin/crm/${view.id}`
  return (
    <>
      <ClientNotices view={view} onReview={onReview} />
      <SubTabs
        label={view.client.name || NO_NAME}
        tabs={[
          { to: path, label: 'Overview', end: true },
          { to: `${path}/timeline`, label: 'Timeline' },
          { to: `${path}/trips`, label: 'Trips' },
        ]}
      />
      <Part view={view} part={part} />
    </>
  )
}

function Part({ view, part }: Pick<ClientPartsProps, 'view' | 'part'>) {
  if (part === 'timeline') return <ClientTimeline view={view} />
  return part === 'trips' ? <ClientTrips view={view} /> : <ClientOverview view={view} />
}

interface ClientHeadProps {
  view: ClientView
  /** Without the buttons, while a conflict has to be resolved first. */
  bare: boolean
}

function ClientHead({ view, bare }: ClientHeadProps) {
  const { name, location } = view.client
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, key } = useLocation()
  const isSaved = (state as { saved?: true } | null)?.saved === true
  // The save button was removed, so the heading takes the focus.
  useEffectOn(`${isSaved} ${key}`, () => {
    if (isSaved && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  })
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h2 ref={heading} tabIndex={-1} className={kit.subject}>
          {name || NO_NAME}
        </h2>
        <p>{location}</p>
        <FieldWaiting since={view.waiting.name ?? view.waiting.location} now={useMinute()} />
      </div>
      {bare ? null : <ClientActions view={view} />}
    </header>
  )
}

interface ClientNoticesProps {
  view: ClientView
  onReview: () => void
}

/**
 * What the owner should act on: conflicts, rejected mutations, a possible duplicate, an unfinished
 * edit.
 */
function ClientNotices({ view, onReview }: ClientNoticesProps) {
  const navigate = useNavigate()
  const unfinished = useUnfinishedForm(view.id)
  const { conflicts, refused } = view
  return (
    <div className={styles.notices}>
      {conflicts.length > 0 ? (
        <Banner
          tone="conflict"
          title="This client was changed in two places"
          action={<BannerButton onClick={onReview}>Review</BannerButton>}
        >
          The server’s version applies until you choose.
        </Banner>
      ) : null}
      {refused.map((change) => (
        <RefusedEdit key={change.n} view={view} change={change} />
      ))}
      <TwinNotice view={view} />
      {unfinished ? (
        <Banner
          tone="warn"
          title="You started editing this client"
          action={
            <BannerButton onClick={() => navigate(`/admin/crm/${view.id}/edit`)}>
              Go on
            </BannerButton>
          }
        >
          What you typed is kept on this device.
        </Banner>
      ) : null}
    </div>
  )
}

/** Edit and Delete: visible buttons where there is room, a menu on a phone. */
function ClientActions({ view }: { view: ClientView }) {
  const menu = useId()
  const navigate = useNavigate()
  const { id, client, rev, unknownToServer } = view
  const remove = async () => {
    await book().remove(id, rev)
    await navigate('/admin/crm', { preventScrollReset: true })
    const undo = async () => {
      await book().restore(id)
      return `/admin/crm/${id}`
    }
    noteDeletion({ key: id, what: client.name, at: systemClock(), undo })
  }
  return (
    <>
      <button type="button" className={styles.more} popoverTarget={menu}>
        <MoreIcon />
        <VisuallyHidden>{unknownToServer ? 'Edit' : 'Edit or delete'}</VisuallyHidden>
      </button>
      <div id={menu} popover="auto" className={styles.actions}>
        <ButtonLink small variant="ghost" to={`/admin/crm/${id}/edit`}>
          <Iconed>
            <PencilIcon />
            Edit
          </Iconed>
        </ButtonLink>
        {/* `RefusedEdit` offers to drop a client that the server never had. */}
        {unknownToServer ? null : (
          <Button small variant="danger" onClick={() => void remove()}>
            <Iconed>
              <BinIcon />
              Delete
            </Iconed>
          </Button>
        )}
      </div>
    </>
  )
}

interface RefusedEditProps {
  view: ClientView
  change: RefusedChange
}

/** A rejected mutation: the server's reason, the values, and buttons to edit, copy or drop it. */
export function RefusedEdit({ view, change }: RefusedEditProps) {
  const { id, unknownToServer } = view
  const { n, set, reason, fieldErrors } = change
  const navigate = useNavigate()
  const [copied, setCopied] = useState(false)
  const rows = Object.entries(set).map(([field, value]) => ({
    field,
    words: valueWords(field, value),
  }))
  const copy = async () => {
    const lines = rows.map(({ field, words }) => `${fieldName(field)}: ${words}`)
    await navigator.clipboard.writeText(lines.join('\n'))
    setCopied(true)
    announce('Copied.')
  }
  const drop = async () => {
    await book().dropRefused(n)
    // Dropping the last mutation of a client that the server never had removes the client too.
    if (unknownToServer && view.refused.length === 1) {
      await navigate('/admin/crm', { preventScrollReset: true })
      announce(`${view.client.name} is discarded.`)
    }
  }
  // For a new client the page below already shows all values, so only the faulty ones are listed.
  const shown = unknownToServer ? rows.filter(({ field }) => fieldErrors[field]) : rows
  return (
    <div className={styles.refused}>
      <Banner
        tone="error"
        title={unknownToServer ? 'The server rejected this client' : 'The server rejected a change'}
      >
        {reason} What you typed stays here until you discard it.
      </Banner>
      <dl>
        {shown.map(({ field, words }) => (
          <div key={field} className={kit.fact}>
            <dt className={type.muted}>{fieldName(field)}</dt>
            <dd className={kit.typed}>
              {words || '–'}
              {fieldErrors[field] ? (
                <small className={kit.problem}>{fieldErrors[field]}</small>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.ways}>
        <TextAction onClick={() => navigate(`/admin/crm/${id}/edit`, { state: { refused: n } })}>
          Edit
        </TextAction>
        <TextAction onClick={() => void copy()}>{copied ? 'Copied' : 'Copy the text'}</TextAction>
        <TextAction danger onClick={() => void drop()}>
          {unknownToServer ? 'Discard this client' : 'Discard this edit'}
        </TextAction>
      </div>
    </div>
  )
}
