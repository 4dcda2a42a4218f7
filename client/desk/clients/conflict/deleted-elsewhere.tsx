import { ChoiceFoot, ChoiceSheet } from '#client/desk/kit/choice-sheet.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import { placeWords } from './conflict-words.ts'
import type { ReviewProps } from './field-review.tsx'

interface DeletedElsewhereProps extends ReviewProps {
  deletion: OpenConflict
}

/** One device removed the client, unaware of an edit of another. */
export function DeletedElsewhere(props: DeletedElsewhereProps) {
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
