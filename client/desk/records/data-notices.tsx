import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import { useDataState } from '#client/data/use-data.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './data-notices.module.css'
import { clearDeletion, type Deletion, useLastDeletion } from './last-deletion.ts'
import { RECENTLY_DELETED } from './recently-deleted-link.tsx'

/** Messages from the local data, on every page of the desk. */
export function DataNotices() {
  return (
    <>
      <SupersededNotice />
      <LostEditNotice />
      <UndoNotice />
    </>
  )
}

const SUPERSEDED_TEXT = 'A new version of this site is ready and has taken over your client list.'

/** Shown in a tab whose version of the site may no longer write to the local data. */
function SupersededNotice() {
  const superseded = useDataState().phase === 'superseded'
  useEffect(() => {
    if (superseded) announce(SUPERSEDED_TEXT)
  }, [superseded])
  if (!superseded) return null
  return (
    <section className={styles.notice} data-ground="dark" data-print="off" aria-label="New version">
      <p>{SUPERSEDED_TEXT}</p>
      <button type="button" className={styles.undo} onClick={() => location.reload()}>
        Reload
      </button>
    </section>
  )
}

const LOST_TEXT =
  'Something that you changed or restored here was deleted for good on another device, so it could not be kept.'

/** Shown until it is closed, also after a reload. */
function LostEditNotice() {
  const { hasLostEdit = false } = useDataState()
  useEffect(() => {
    if (hasLostEdit) announce(LOST_TEXT)
  }, [hasLostEdit])
  if (!hasLostEdit) return null
  return (
    <section
      className={styles.notice}
      data-ground="dark"
      data-print="off"
      aria-label="Deleted for good"
    >
      <p>{LOST_TEXT}</p>
      <CloseButton onClick={() => void getData().deleted.forgetLostEdit()} />
    </section>
  )
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={`${kit.plainIconButton} ${styles.close}`} onClick={onClick}>
      <CloseIcon />
      <VisuallyHidden>Close</VisuallyHidden>
    </button>
  )
}

/**
 * How long the note stays, milliseconds. The address of a deleted client offers the undo for as
 * long as this device has the deleted record.
 */
const NOTICE_DURATION = 30_000

/**
 * `Claire Marchetti deleted. Undo`, over every page of the desk.
 * Render it first in the page: the focused element was removed with the client, so Tab starts again
 * at the beginning of the page.
 */
export function UndoNotice() {
  const deletion = useLastDeletion()
  return deletion ? (
    <DeletedNotice key={`${deletion.key} ${deletion.deletedAt}`} deletion={deletion} />
  ) : null
}

function DeletedNotice({ deletion }: { deletion: Deletion }) {
  const { key, title, undo, text = `${title} deleted.` } = deletion
  const announcement = deletion.text ?? `${text} It can be undone.`
  const [isPaused, setPaused] = useState(false)
  const navigate = useNavigate()
  useEffect(() => announce(announcement), [announcement])
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => clearDeletion(key), NOTICE_DURATION)
    return () => clearTimeout(timer)
  }, [isPaused, key])
  const { run } = useOneAtATime()
  const takeBack = async () => {
    const address = await undo()
    clearDeletion(key)
    announce(deletion.text === undefined ? `${title} is back.` : 'Undone.')
    if (address !== undefined) void navigate(address, { preventScrollReset: true })
  }
  return (
    <section
      className={styles.notice}
      data-ground="dark"
      data-print="off"
      aria-label="Undo"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>{text}</p>
      <button type="button" className={styles.undo} onClick={() => void run(takeBack)}>
        Undo
      </button>
      {deletion.isListed ? (
        <Link to={RECENTLY_DELETED} className={styles.more}>
          Recently deleted
        </Link>
      ) : null}
      <CloseButton onClick={() => clearDeletion(key)} />
    </section>
  )
}
