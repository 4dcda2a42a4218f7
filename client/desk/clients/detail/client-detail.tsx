import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { getData, readDraft } from '#client/data/data-client.ts'
import type { ClientView, RejectedEdit } from '#client/data/store/types.ts'
import { useClient } from '#client/data/use-data.ts'
import { getDraftKey, parseDraft } from '#client/desk/clients/form/client-draft.ts'
import { EditClient, NewClient } from '#client/desk/clients/form/client-form.tsx'
import { DuplicateNotice } from '#client/desk/clients/merge/duplicate-notice.tsx'
import { MergeClients } from '#client/desk/clients/merge/merge-clients.tsx'
import { ClientTimeline } from '#client/desk/clients/timeline/client-timeline.tsx'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { BinIcon, PencilIcon } from '#client/desk/kit/icons.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { useDetailHeading } from '#client/desk/kit/lists/list-detail.tsx'
import { getPersonTitle } from '#client/desk/kit/page/page.tsx'
import { SubTabs } from '#client/desk/kit/page/tabs.tsx'
import { ActionLabel, type MenuAction, MenuButton } from '#client/desk/kit/popups/menu-button.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { RejectedNotice } from '#client/desk/kit/rejected-notice.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useNow } from '#client/desk/queries/use-now.ts'
import { clearDeletion, setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { UNNAMED } from '#shared/clients/client-fields.ts'
import styles from './client-detail.module.css'
import { ClientOverview } from './client-overview.tsx'
import { FieldPendingTag } from './client-tags.tsx'
import { ClientTrips } from './client-trips.tsx'

interface ClientDetailProps {
  /** Undefined for the form for a new client. */
  id: string | undefined
  part: string | undefined
  otherId: string | undefined
}

/** The pane beside the list: a client to read, edit or add, or two to compare. */
export function ClientDetail({ id, part, otherId }: ClientDetailProps) {
  if (id === undefined) return <NewClient />
  if (part === 'merge' && otherId)
    return <MergeClients key={`${id} ${otherId}`} {...{ id, other: otherId }} />
  return <ExistingClient key={id} id={id} part={part} />
}

/** Open conflicts come before the client's data. */
function ExistingClient({ id, part }: { id: string; part: string | undefined }) {
  const view = useClient(id)
  if (view === 'opening') return null
  if (!view)
    return (
      <EmptyState
        object="lantern"
        title="This client is not on this device"
        action={<TextAction to="/admin/crm">All clients</TextAction>}
      >
        It may not have synced yet, or it was removed.
      </EmptyState>
    )
  if (view.deleted) return <DeletedClient view={view} />
  return part === 'edit' ? <EditClient view={view} /> : <ClientArticle view={view} part={part} />
}

/** Loaded when a client has conflicts. */
const ConflictSheet = lazyNamed(
  () => import('#client/desk/records/conflict-sheet.tsx'),
  (module) => module.ConflictSheet,
)

function ClientArticle({ view, part }: { view: ClientView; part: string | undefined }) {
  const [later, setLater] = useState(false)
  const name = view.client.name || UNNAMED
  useTitle(getPersonTitle(name, 'Client'))
  const { id, client: data, rev, conflicts } = view
  const reviews = conflicts.length > 0 && !later
  const path = `/admin/crm/${view.id}`
  return (
    <article className={`stack gap-7 ${styles.client}`} aria-label={name}>
      <ClientHead view={view} hideActions={reviews} />
      {reviews ? (
        <Suspense>
          <ConflictSheet
            title={CHANGED_TWICE}
            records={[{ coll: 'client', id, title: name, data, rev, conflicts }]}
            onLater={() => setLater(true)}
          />
        </Suspense>
      ) : (
        <>
          <ClientNotices view={view} onReview={() => setLater(false)} />
          <SubTabs
            label={view.client.name || UNNAMED}
            tabs={[
              { to: path, label: 'Overview', end: true },
              { to: `${path}/timeline`, label: 'Timeline' },
              { to: `${path}/trips`, label: 'Trips' },
            ]}
          />
          <ClientPart view={view} part={part} />
        </>
      )}
    </article>
  )
}

const CHANGED_TWICE = 'This client was changed in two places'

/** Shown at the address of a deleted client while this device still has the record. */
function DeletedClient({ view: { id, client } }: { view: ClientView }) {
  const { run } = useOneAtATime()
  const restore = async () => {
    await getData().clients.restore(id)
    clearDeletion(id)
  }
  return (
    <EmptyState
      object="book"
      title={`${client.name} is deleted`}
      action={<TextAction onClick={() => void run(restore)}>Restore client</TextAction>}
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

function ClientPart({ view, part }: Pick<ClientPartsProps, 'view' | 'part'>) {
  if (part === 'timeline') return <ClientTimeline view={view} />
  return part === 'trips' ? <ClientTrips view={view} /> : <ClientOverview view={view} />
}

interface ClientHeadProps {
  view: ClientView
  /** Without the buttons, while a conflict has to be resolved first. */
  hideActions: boolean
}

function ClientHead({ view, hideActions }: ClientHeadProps) {
  const { name, location } = view.client
  const heading = useDetailHeading()
  const { state, key } = useLocation()
  const isSaved = (state as { saved?: true } | null)?.saved === true
  // The save button was removed, so the heading takes the focus.
  useEffectOn(`${isSaved} ${key}`, () => {
    if (isSaved && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  })
  useRestoreFocus(heading, hideActions)
  return (
    <header className={styles.head}>
      <div className={styles.subject}>
        <h2 ref={heading} tabIndex={-1} className={kit.subject}>
          {name || UNNAMED}
        </h2>
        <p>{location}</p>
        <FieldPendingTag
          since={view.pendingFields.name ?? view.pendingFields.location}
          now={useNow()}
        />
      </div>
      {hideActions ? null : <ClientActions view={view} />}
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
  const { value: stored } = useAsync(view.id, () => readDraft(getDraftKey(view.id)))
  const unfinished = parseDraft(stored) !== undefined
  const { conflicts, rejected } = view
  return (
    <div className={`stack gap-3 ${styles.notices}`}>
      {conflicts.length > 0 ? (
        <Banner
          tone="conflict"
          title={CHANGED_TWICE}
          action={<BannerButton onClick={onReview}>Review</BannerButton>}
        >
          The server’s version applies until you choose.
        </Banner>
      ) : null}
      {rejected.map((change) => (
        <RejectedClientNotice key={change.n} view={view} edit={change} />
      ))}
      <DuplicateNotice view={view} />
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
  const navigate = useNavigate()
  const { id, client, rev, isUnknownToServer } = view
  const { run } = useOneAtATime()
  const remove = async () => {
    await getData().clients.delete(id, rev)
    await navigate('/admin/crm', { preventScrollReset: true })
    const undo = async () => {
      await getData().clients.restore(id)
      return `/admin/crm/${id}`
    }
    setLastDeletion({
      ...{ key: id, title: client.name, isListed: true },
      ...{ deletedAt: systemClock(), undo },
    })
  }
  const edit: MenuAction = {
    ...{ label: 'Edit', Icon: PencilIcon, variant: 'ghost', to: `/admin/crm/${id}/edit` },
  }
  // `RejectedClientNotice` offers to drop a client that the server never had.
  const actions: MenuAction[] = isUnknownToServer
    ? [edit]
    : [
        edit,
        { label: 'Delete', Icon: BinIcon, variant: 'danger', onChoose: () => void run(remove) },
      ]
  return (
    <>
      <MenuButton
        label={isUnknownToServer ? 'Edit' : 'Edit or delete'}
        className={styles.menuButton}
        actions={actions}
        spread
      />
      <div className={styles.actions}>
        {actions.map((action) =>
          action.to === undefined ? (
            <Button key={action.label} small variant={action.variant} onClick={action.onChoose}>
              <ActionLabel {...action} />
            </Button>
          ) : (
            <ButtonLink key={action.label} small variant={action.variant} to={action.to}>
              <ActionLabel {...action} />
            </ButtonLink>
          ),
        )}
      </div>
    </>
  )
}

interface RejectedClientNoticeProps {
  view: ClientView
  edit: RejectedEdit
}

/** A rejected mutation: the server's reason, the values, and buttons to edit, copy or drop it. */
function RejectedClientNotice({ view, edit }: RejectedClientNoticeProps) {
  const { id, isUnknownToServer } = view
  const { n } = edit
  const navigate = useNavigate()
  const drop = async () => {
    await getData().records.discardRejected(n)
    // Dropping the last mutation of a client that the server never had removes the client too.
    if (isUnknownToServer && view.rejected.length === 1) {
      await navigate('/admin/crm', { preventScrollReset: true })
      announce(`${view.client.name} is discarded.`)
    }
  }
  return (
    <RejectedNotice
      title={isUnknownToServer ? 'The server rejected this client' : 'The server rejected a change'}
      edit={edit}
      known={isUnknownToServer ? undefined : view.client}
      onlyFaulty={isUnknownToServer}
      discardLabel={isUnknownToServer ? 'Discard this client' : 'Discard this edit'}
      onDiscard={() => void drop()}
    >
      <TextAction onClick={() => navigate(`/admin/crm/${id}/edit`, { state: { refused: n } })}>
        Edit
      </TextAction>
    </RejectedNotice>
  )
}
