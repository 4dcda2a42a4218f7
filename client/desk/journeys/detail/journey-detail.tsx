import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { JourneyView } from '#client/data/journeys/types.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { DeletedNotice } from '#client/desk/journeys/deleted-notice.tsx'
import { listNames } from '#client/desk/journeys/journeys-text.ts'
import { ChangesSheet } from '#client/desk/journeys/share/changes-sheet.tsx'
import { CopyBar } from '#client/desk/journeys/share/copy-bar.tsx'
import { PreviewSheet } from '#client/desk/journeys/share/preview-sheet.tsx'
import { ShareSheet } from '#client/desk/journeys/share/share-sheet.tsx'
import { usePublish } from '#client/desk/journeys/share/use-publish.ts'
import { DeskDialog, DialogFoot } from '#client/desk/kit/dialogs/dialog.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { getPersonTitle } from '#client/desk/kit/page/page.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useNow } from '#client/desk/queries/use-now.ts'
import { useDataBarrier } from '#client/desk/records/data-unavailable.tsx'
import { formatDeletion } from '#client/desk/records/deleted-text.ts'
import { clearDeletion } from '#client/desk/records/last-deletion.ts'
import { RecentlyDeletedLink } from '#client/desk/records/recently-deleted-link.tsx'
import { formatRecordName } from '#client/desk/records/records-text.ts'
import { RejectedEditNotice } from '#client/desk/records/rejected-edit.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { ConnectionBar } from '#client/ui/connection-bar.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import type { RecordData, RecordRef } from '#shared/sync/collections.ts'
import { DaySection } from './day-section.tsx'
import { DaysRail } from './days-rail.tsx'
import type { Editor } from './editor.ts'
import { EditorHeader } from './editor-header.tsx'
import { JourneyConflicts } from './journey-conflicts.tsx'
import styles from './journey-detail.module.css'
import { JourneyPrint } from './journey-print.tsx'
import { Stops, TheirCopy, ThisDevice } from './side-boxes.tsx'
import { useEditor } from './use-editor.ts'

/** The editor of a journey. Its address ends in `/share` while the sheet for the link is open. */
export function JourneyDetail() {
  const { id = '', part } = useParams()
  return <OpenJourney key={id} id={id} isSharing={part === 'share'} />
}

function OpenJourney({ id, isSharing }: { id: string; isSharing: boolean }) {
  const { snapshot, editor, openId } = useEditor(id)
  const barrier = useDataBarrier('journeys')
  const title = editor?.view.journey.title || UNTITLED
  useTitle(editor ? getPersonTitle(title, 'Journey') : 'Journey')
  useTypingLock(snapshot.saving !== 'saved')
  useLeaveWarning(snapshot.saving === 'failed')
  if (editor) return <JourneyEditor editor={editor} openId={openId} isSharing={isSharing} />
  if (barrier) return <div className={styles.alone}>{barrier}</div>
  if (!snapshot.isRead) return null
  return (
    <div className={styles.alone}>
      <MissingJourney id={id} />
    </div>
  )
}

/** In place of a journey that this device does not show: deleted, perhaps on another device while it was open here. */
function MissingJourney({ id }: { id: string }) {
  const deleted = useDataQuery('deleted', () => getData().deleted.list())?.answer
  const now = useNow()
  const { run } = useOneAtATime()
  if (!deleted) return null
  const line = deleted.find((one) => one.coll === 'journey' && one.id === id)
  if (!line)
    return (
      <EmptyState
        object="lantern"
        title="This journey is not on this device"
        action={<TextAction to="/admin/journeys">All journeys</TextAction>}
      >
        It may not have synced yet, or it was deleted for good.
      </EmptyState>
    )
  const restore = async () => {
    await getData().deleted.restore(line)
    clearDeletion(id)
  }
  return (
    <EmptyState
      object="book"
      title={`${line.name} is deleted`}
      action={<TextAction onClick={() => void run(restore)}>Restore journey</TextAction>}
    >
      {formatDeletion(line, now)}.
    </EmptyState>
  )
}

/** While active, the browser asks before it closes the page. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
}

type OpenSheet = 'changes' | 'preview' | undefined

interface JourneyEditorProps {
  editor: Editor
  openId: string | undefined
  isSharing: boolean
}

function JourneyEditor({ editor, openId, isSharing }: JourneyEditorProps) {
  const { id, view, shownDay } = editor
  const [sheet, setSheet] = useState<OpenSheet>()
  const publishing = usePublish(editor)
  const printing = usePrinting()
  const closeShare = useCloseShare(id)
  const closeSheet = () => setSheet(undefined)
  const old = view.pass?.copy
  const { dialog, hasNotes, setHasNotes } = printing
  return (
    <>
      <ConnectionBar offline={!useOnline()}>
        You are offline. Edits are saved on this device.
      </ConnectionBar>
      <div className={styles.page} data-print="off">
        <EditorHeader
          editor={editor}
          onPreview={() => setSheet('preview')}
          onPrint={() => printing.dialog.current?.showModal()}
        />
        <Notices editor={editor} openId={openId} />
        <div className={styles.columns}>
          <div className={styles.rail}>
            <DaysRail editor={editor} />
          </div>
          {shownDay ? (
            <DaySection editor={editor} day={shownDay} openId={openId} />
          ) : (
            <p className={styles.noDays}>No days yet. Add the first one.</p>
          )}
          <aside className={styles.side} aria-label="The journey as a whole">
            <Stops stops={editor.stops} today={editor.today} />
            <div className={styles.boxes}>
              <TheirCopy editor={editor} />
              <ThisDevice editor={editor} />
              <RecentlyDeletedLink lists={['Items of journeys', 'Documents']} />
            </div>
          </aside>
        </div>
      </div>
      <CopyBar editor={editor} publishing={publishing} onShowChanges={() => setSheet('changes')} />
      {isSharing ? (
        <ShareSheet editor={editor} publishing={publishing} onClose={closeShare} />
      ) : null}
      {sheet === 'preview' ? <PreviewSheet editor={editor} onClose={closeSheet} /> : null}
      {sheet === 'changes' && old ? (
        <ChangesSheet editor={editor} old={old} publishing={publishing} onClose={closeSheet} />
      ) : null}
      <DeskDialog ref={dialog} title="Print the journey">
        <p className={kit.text}>All days with what your guests read, on A4.</p>
        <Switch checked={hasNotes} onChange={setHasNotes}>
          Also print your notes marked “For you only”
        </Switch>
        <DialogFoot>
          <Button
            small
            onClick={() => {
              dialog.current?.close()
              print()
            }}
          >
            Print
          </Button>
        </DialogFoot>
      </DeskDialog>
      {printing.isPrinting ? <JourneyPrint editor={editor} hasNotes={printing.hasNotes} /> : null}
    </>
  )
}

/** Goes back in the history, so that the focus returns to where the sheet was opened. */
function useCloseShare(id: string): () => void {
  const navigate = useNavigate()
  const { key, search } = useLocation()
  // React Router's key of a tab's first address.
  const isFirst = key === 'default'
  return () => {
    if (isFirst) void navigate(`/admin/journeys/${id}${search}`, { replace: true })
    else void navigate(-1)
  }
}

/** Notices that need the owner, above the days. */
function Notices({ editor, openId }: { editor: Editor; openId: string | undefined }) {
  const { id, view, days, saving, session, commands } = editor
  const navigate = useNavigate()
  const isGone = openId !== undefined && !view.items.some(({ item }) => item.id === openId)
  const hasNotice =
    view.isDeleted ||
    isGone ||
    saving === 'failed' ||
    view.rejected.length > 0 ||
    editor.conflicted.size > 0
  if (!hasNotice) return null
  return (
    <div className={`stack gap-4 ${styles.notices}`}>
      {saving === 'failed' ? (
        <Banner
          tone="error"
          title="This could not be saved on this device"
          action={<TextAction onClick={() => session.retry()}>Try again</TextAction>}
        >
          What you typed is still here. Free some room on the device, and leave this page open.
        </Banner>
      ) : null}
      {view.isDeleted ? (
        <DeletedNotice
          {...{ id, title: view.journey.title }}
          flush={() => session.flush()}
          onRemoved={() => void navigate('/admin/journeys')}
        />
      ) : null}
      {isGone ? (
        <Banner
          tone="info"
          title="This item is not in the journey any more"
          action={
            <TextAction onClick={() => commands.restoreItem(openId)}>Bring it back</TextAction>
          }
        >
          It was removed, here or on another device.
        </Banner>
      ) : null}
      <JourneyConflicts editor={editor} />
      {view.rejected.map((edit) => (
        <RejectedEditNotice
          key={edit.n}
          edit={edit}
          name={formatRecordName({ ...edit, name: edit.title })}
          known={findItem(view, edit)}
          names={listNames(days, view.clients)}
        />
      ))}
    </div>
  )
}

const findItem = ({ items }: JourneyView, { id }: RecordRef): RecordData | undefined => {
  const found = items.find(({ item }) => item.id === id)
  return found && { ...found.item }
}

/** Renders the printed journey only while the browser prints, by our button or its own. */
function usePrinting() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isPrinting, setPrinting] = useState(false)
  const [hasNotes, setHasNotes] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return { dialog, isPrinting, hasNotes, setHasNotes }
}
