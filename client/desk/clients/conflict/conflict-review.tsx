import { useState } from 'react'
import { thisDeviceId } from '#client/book/desk-data.ts'
import { book } from '#client/book/page-book.ts'
import type { ClientEdit, ClientView, ConflictChoice } from '#client/book/store/types.ts'
import { valueWords } from '#client/desk/clients/value-words.ts'
import {
  ChoiceFoot,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { fieldName } from '#shared/clients/fields.ts'
import type { EditedBy, OpenConflict } from '#shared/sync/protocol.ts'
import {
  BOTH,
  bothTexts,
  choicesOf,
  commonPlace,
  type DisputedField,
  disputedFields,
  editOf,
  type Place,
  placeWords,
} from './review.ts'
import { wordMarks } from './word-marks.ts'

interface ConflictReviewProps {
  view: ClientView
  onLater: () => void
}

/** Lets the owner resolve the conflicts of one client. Nothing changes before that. */
export function ConflictReview({ view, onLater }: ConflictReviewProps) {
  const { busy, failed, resolve } = useResolve(view.id)
  const device = useThisDevice()
  const deletion = view.conflicts.find(({ kind }) => kind === 'delete')
  const common = { busy, resolve, onLater, device }
  return (
    <div className={kit.stack}>
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

/** The id by which the server knows this device. */
function useThisDevice(): string | undefined {
  const userId = ownerHere()?.userId
  return useAsync(userId, async () => userId && thisDeviceId(userId)).value
}

/** Stores the choice on this device as mutations, which are synced like all others. */
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

/** A delete conflict: one device deleted the client without knowing of another device's edit. */
function DeletedElsewhere(props: DeletedElsewhereProps) {
  const { view, device, busy, resolve, onLater, deletion } = props
  const { name, edited } = placeWords(deletion, device, useMinute())
  const answer = (choice: 'keep' | 'take') => resolve([{ cid: deletion.cid, choice, seen: false }])
  return (
    <>
      <Banner tone="conflict" title="Removed on one device, edited on another">
        {view.client.name} was removed {name.replace(/^On/, 'on')} ({edited.replace(/^Edited /, '')}
        ) while it was edited elsewhere. Nothing is removed until you choose.
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

export interface ReviewProps {
  view: ClientView
  /** The id by which the server knows this device. */
  device: string | undefined
  busy: boolean
  resolve: (choices: ConflictChoice[], edit?: ClientEdit) => void
  onLater: () => void
}

/** Compares the values of each field in conflict; the value in use is preselected. */
function FieldReview(props: ReviewProps & { disputed: DisputedField[] }) {
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

interface DisputedRowProps {
  disputed: DisputedField
  /**
   * The `cid` of the value that replaces the one in use, or `BOTH`; undefined keeps the one in use.
   */
  taken: string | undefined
  onTake: (cid: string | undefined) => void
  placeOf: (by: EditedBy) => Place
  /** Whether the heads of the two columns name the device and the time. */
  told: { others: boolean; inUse: boolean }
}

function DisputedRow({ disputed, taken, onTake, placeOf, told }: DisputedRowProps) {
  const { field, current, others } = disputed
  const both = bothTexts(disputed)
  const inUse = valueWords(field, current)
  const label = fieldName(field)
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        {others.map((other) => {
          const words = valueWords(field, other.value)
          return (
            <Choice
              key={other.cid}
              field={field}
              label={label}
              place={placeOf(other)}
              told={told.others}
              words={words}
              against={inUse}
              checked={taken === other.cid}
              onChoose={() => onTake(other.cid)}
            />
          )
        })}
      </td>
      <td>
        <Choice
          field={field}
          label={label}
          place={placeOf(disputed.inUse)}
          told={told.inUse}
          isInUse
          words={inUse}
          against={valueWords(field, others[0]?.value)}
          checked={taken === undefined}
          onChoose={() => onTake(undefined)}
        />
        {both === undefined ? null : (
          <ChoiceOption
            name={field}
            label={`${label}: keep both, one after the other`}
            above="Keep both, one after the other"
            pieces={[{ text: both, marked: false }]}
            checked={taken === BOTH}
            onChoose={() => onTake(BOTH)}
          />
        )}
      </td>
    </tr>
  )
}

interface ChoiceProps {
  field: string
  label: string
  place: Place
  told: boolean
  isInUse?: boolean
  words: string
  /** The value to compare with: words that it lacks are marked. */
  against: string
  checked: boolean
  onChoose: () => void
}

function Choice(props: ChoiceProps) {
  const { field, label, place, told, isInUse, words, against, checked, onChoose } = props
  const name = place.name.replace(/^On /, 'on ')
  return (
    <ChoiceOption
      name={field}
      label={`${label}, ${isInUse ? 'in use, ' : ''}${name}: ${words || 'empty'}`}
      above={`${place.name}, ${place.edited.replace('Edited', 'edited')}`}
      headed={told}
      pieces={wordMarks(words, against)}
      checked={checked}
      onChoose={onChoose}
    />
  )
}
