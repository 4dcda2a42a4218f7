import { useState } from 'react'
import type { ClientEdit, ClientView, ConflictChoice } from '#client/book/store/types.ts'
import { ChoiceFoot, ChoiceSheet, ChoiceTable } from '#client/desk/kit/choice-sheet.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { EditedBy } from '#shared/sync/protocol.ts'
import { commonPlace, type Place, placeWords } from './conflict-words.ts'
import { DisputedRow } from './disputed-row.tsx'
import { choicesOf, type DisputedField, editOf } from './review.ts'

export interface ReviewProps {
  view: ClientView
  /** How the server knows this device. */
  device: string | undefined
  busy: boolean
  resolve: (choices: ConflictChoice[], edit?: ClientEdit) => void
  onLater: () => void
}

/** Field by field, what was put here and what there; preselected is what is in use. */
export function FieldReview(props: ReviewProps & { disputed: DisputedField[] }) {
  const { view, device, busy, resolve, onLater, disputed } = props
  const [taken, setTaken] = useState<Record<string, string | undefined>>({})
  const now = useMinute()
  const placeOf = (by: EditedBy) => placeWords(by, device, now)
  const others = commonPlace(disputed.flatMap((one) => one.others.map(placeOf)))
  const inUse = commonPlace(disputed.map((one) => placeOf(one.inUse)))
  const told = { others: isWhole(others), inUse: isWhole(inUse) }
  const all = disputed.flatMap((one) => one.others)
  const isOwn = all.every(({ deviceId }) => deviceId === device)
  return (
    <>
      <Banner tone="conflict" title="This client was changed in two places">
        {isOwn
          ? 'You edited it offline; meanwhile another device saved its own version.'
          : 'It was edited on two devices while offline.'}{' '}
        Choose what to keep. Nothing is overwritten until you save.
      </Banner>
      <ChoiceSheet>
        <ChoiceTable
          corner={<VisuallyHidden>Field</VisuallyHidden>}
          sides={[
            { title: others.name ?? 'On other devices', note: others.edited ?? null },
            { title: 'In use now', note: headWords(inUse) },
          ]}
        >
          {disputed.map((one) => (
            <DisputedRow
              key={one.field}
              disputed={one}
              taken={taken[one.field]}
              onTake={(cid) => setTaken((before) => ({ ...before, [one.field]: cid }))}
              placeOf={placeOf}
              told={told}
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
            Keep the server’s version
          </Button>
          <Button
            small
            busy={busy}
            onClick={() => resolve(choicesOf(disputed, taken), editOf(disputed, taken, view.rev))}
          >
            {busy ? 'Saving...' : 'Save this version'}
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
    </>
  )
}

function isWhole({ name, edited }: Partial<Place>): boolean {
  return name !== undefined && edited !== undefined
}

/** `On iPhone, edited today, 16:10` */
function headWords({ name, edited }: Partial<Place>): string | null {
  if (name === undefined) return null
  return edited === undefined ? name : `${name}, ${edited.replace(/^Edited/, 'edited')}`
}
