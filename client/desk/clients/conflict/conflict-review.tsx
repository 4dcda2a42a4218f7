import { useEffect, useState } from 'react'
import { book } from '#client/book/page-book.ts'
import type { ClientEdit, ClientView, ConflictChoice } from '#client/book/store/types.ts'
import { thisDeviceId } from '#client/book/this-device.ts'
import { ChoiceFoot, ChoiceSheet } from '#client/desk/kit/choice-sheet.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import styles from './conflict-review.module.css'
import { placeWords } from './conflict-words.ts'
import { FieldReview, type ReviewProps } from './field-review.tsx'
import { disputedFields } from './review.ts'

interface ConflictReviewProps {
  view: ClientView
  onLater: () => void
}

/** What became of a client in two places, put before whoever decides; nothing changes before that. */
export function ConflictReview({ view, onLater }: ConflictReviewProps) {
  const { busy, failed, resolve } = useResolve(view.id)
  const device = useThisDevice()
  const deletion = view.conflicts.find(({ kind }) => kind === 'delete')
  const common = { busy, resolve, onLater, device }
  return (
    <div className={styles.review}>
      {deletion ? (
        <DeletedElsewhere key={deletion.cid} {...common} view={view} deletion={deletion} />
      ) : (
        <FieldReview {...common} view={view} disputed={disputedFields(view)} />
      )}
      {failed ? (
        <Banner tone="error" title="This could not be saved on this device">
          Nothing was changed. Free some room, then try again.
        </Banner>
      ) : null}
    </div>
  )
}

/** How the server knows this device. */
function useThisDevice(): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    const userId = ownerHere()?.userId
    if (!userId) return
    let left = false
    void thisDeviceId(userId).then((found) => {
      if (!left) setId(found)
    })
    return () => {
      left = true
    }
  }, [])
  return id
}

/** Stores what was chosen on this device, from where it is synced like every edit. */
function useResolve(id: string) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const resolve = async (choices: ConflictChoice[], edit?: ClientEdit) => {
    setBusy(true)
    setFailed(false)
    try {
      await book().resolve(id, choices, edit)
      announce('Saved on this device.')
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  return {
    busy,
    failed,
    resolve: (choices: ConflictChoice[], edit?: ClientEdit) => void resolve(choices, edit),
  }
}

interface DeletedElsewhereProps extends ReviewProps {
  deletion: OpenConflict
}

/** One device removed the client, unaware of an edit of another. */
function DeletedElsewhere(props: DeletedElsewhereProps) {
  const { view, device, busy, resolve, onLater, deletion } = props
  const { name, edited } = placeWords(deletion, device, useMinute())
  const answer = (choice: 'keep' | 'take') => resolve([{ cid: deletion.cid, choice, seen: false }])
  return (
    <>
      <Banner tone="conflict" title="Removed on one device, edited on another">
        {view.client.name} was removed {name.replace(/^On/, 'on')} ({edited.replace(/^Edited /, '')}
        ), unaware of an edit made elsewhere. Nothing is removed until you choose.
      </Banner>
      <ChoiceSheet>
        <ChoiceFoot
          leave={
            <Button small variant="quiet" onClick={onLater}>
              Decide later
            </Button>
          }
        >
          <Button small variant="danger" disabled={busy} onClick={() => answer('take')}>
            Delete this client
          </Button>
          <Button small busy={busy} onClick={() => answer('keep')}>
            Keep this client
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
    </>
  )
}
