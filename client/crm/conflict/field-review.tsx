import { useState } from 'react'
import { ChoiceFoot, ChoiceSheet, ChoiceTable } from '../../desk/choice-sheet.tsx'
import { useMinute } from '../../desk/use-minute.ts'
import type { ClientView, ConflictChoice } from '../../offline/crm/types.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { editedWords, placeWords, sharedPlace } from './conflict-words.ts'
import { DisputedRow } from './disputed-row.tsx'
import { choicesOf, type DisputedField } from './review.ts'

export interface ReviewProps {
  view: ClientView
  /** How the server knows this device. */
  device: string | undefined
  busy: boolean
  resolve: (choices: ConflictChoice[]) => void
  onLater: () => void
}

/** Field by field, what was put here and what there; preselected is what is in use. */
export function FieldReview(props: ReviewProps & { disputed: DisputedField[] }) {
  const { view, device, busy, resolve, onLater, disputed } = props
  const [taken, setTaken] = useState<Record<string, string | undefined>>({})
  const now = useMinute()
  const place = sharedPlace(disputed, device)
  const server = { name: 'On the server', edited: editedWords(view.updatedAt, now) }
  return (
    <>
      <Banner tone="conflict" title="This client was changed in two places">
        {place?.own
          ? 'You edited it offline; meanwhile another device saved its own version.'
          : 'Two devices edited it, each unaware of the other.'}{' '}
        Choose what to keep. Nothing is overwritten until you save.
      </Banner>
      <ChoiceSheet>
        <ChoiceTable
          corner={<VisuallyHidden>Field</VisuallyHidden>}
          sides={[
            {
              title: place?.name ?? 'On other devices',
              note: place ? editedWords(place.at, now) : null,
            },
            { title: server.name, note: server.edited },
          ]}
        >
          {disputed.map((one) => (
            <DisputedRow
              key={one.field}
              disputed={one}
              taken={taken[one.field]}
              onTake={(cid) => setTaken((before) => ({ ...before, [one.field]: cid }))}
              placeOf={(conflict) => placeWords(conflict, device, now)}
              told={place !== undefined}
              server={server}
            />
          ))}
        </ChoiceTable>
        <ChoiceFoot
          leave={
            <Button small variant="quiet" onClick={onLater}>
              Decide later
            </Button>
          }
        >
          <Button
            small
            variant="ghost"
            disabled={busy}
            onClick={() => resolve(choicesOf(disputed, {}))}
          >
            Keep all from server
          </Button>
          <Button small busy={busy} onClick={() => resolve(choicesOf(disputed, taken))}>
            {busy ? 'Saving...' : 'Save this version'}
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
    </>
  )
}
