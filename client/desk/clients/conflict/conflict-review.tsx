import { useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import { readDeviceId } from '#client/data/desk-cache-client.ts'
import type { ClientEdit, ClientView, ConflictChoice } from '#client/data/store/types.ts'
import { formatFieldValue } from '#client/desk/clients/format-value.ts'
import {
  ChoiceFoot,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useNow } from '#client/desk/kit/use-now.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { getFieldLabel } from '#shared/sync/collections.ts'
import type { EditedBy, OpenConflict } from '#shared/sync/protocol.ts'
import {
  type EditOrigin,
  type FieldConflict,
  formatOrigin,
  getCommonOrigin,
  joinTexts,
  KEEP_BOTH,
  listFieldConflicts,
  toConflictChoices,
  toKeepBothEdit,
} from './field-conflicts.ts'
import { diffTexts } from './word-diff.ts'

interface ConflictReviewProps {
  view: ClientView
  onLater: () => void
}

/** Lets the owner resolve the conflicts of one client. Nothing changes before that. */
export function ConflictReview({ view, onLater }: ConflictReviewProps) {
  const { busy, failed, resolve } = useConflictResolution(view.id)
  const device = useDeviceId()
  const deletion = view.conflicts.find(({ kind }) => kind === 'delete')
  const common = { busy, resolve, onLater, deviceId: device }
  return (
    <div className={kit.stack}>
      {deletion ? (
        <DeletionReview key={deletion.cid} {...common} view={view} deletion={deletion} />
      ) : (
        <FieldReview {...common} view={view} conflicts={listFieldConflicts(view)} />
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
function useDeviceId(): string | undefined {
  const userId = getStoredOwner()?.userId
  return useAsync(userId, async () => userId && readDeviceId(userId)).value
}

/** Stores the choice on this device as mutations, which are synced like all others. */
function useConflictResolution(id: string) {
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const resolve = async (choices: ConflictChoice[], edit?: ClientEdit) => {
    setFailed(false)
    try {
      await getData().resolveConflicts(id, choices, edit)
      announce('Saved on this device.')
    } catch {
      setFailed(true)
    }
  }
  return {
    busy,
    failed,
    resolve: (choices: ConflictChoice[], edit?: ClientEdit) =>
      void run(() => resolve(choices, edit)),
  }
}

interface DeletionReviewProps extends ReviewProps {
  deletion: OpenConflict
}

/** A delete conflict: one device deleted the client without knowing of another device's edit. */
function DeletionReview(props: DeletionReviewProps) {
  const { view, deviceId, busy, resolve, onLater, deletion } = props
  const { device: name, editedAt } = formatOrigin(deletion, deviceId, useNow())
  const answer = (choice: 'keep' | 'take') => resolve([{ cid: deletion.cid, choice, seen: false }])
  return (
    <>
      <Banner tone="conflict" title="Removed on one device, edited on another">
        {view.client.name} was removed {name.replace(/^On/, 'on')} (
        {editedAt.replace(/^Edited /, '')}) while it was edited elsewhere. Nothing is removed until
        you choose.
      </Banner>
      <ChoiceSheet>
        <ChoiceFoot
          cancelAction={
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
  deviceId: string | undefined
  busy: boolean
  resolve: (choices: ConflictChoice[], edit?: ClientEdit) => void
  onLater: () => void
}

function describeEdits({ isOwn, isSameDevice }: { isOwn: boolean; isSameDevice: boolean }): string {
  if (isSameDevice) return 'You edited it in two windows of this browser, and saved both.'
  return isOwn
    ? 'You edited it offline; meanwhile another device saved its own version.'
    : 'It was edited on two devices while offline.'
}

/** Compares the values of each field in conflict; the value in use is preselected. */
function FieldReview(props: ReviewProps & { conflicts: FieldConflict[] }) {
  const { view, deviceId: device, busy, resolve, onLater, conflicts } = props
  const [chosenCids, setChosenCids] = useState<Record<string, string | undefined>>({})
  const now = useNow()
  const getOrigin = (by: EditedBy) => formatOrigin(by, device, now)
  const others = getCommonOrigin(conflicts.flatMap((one) => one.others.map(getOrigin)))
  const inUse = getCommonOrigin(conflicts.map((one) => getOrigin(one.currentBy)))
  const hasOriginHead = { others: isComplete(others), inUse: isComplete(inUse) }
  const all = conflicts.flatMap((one) => one.others)
  const isOwn = all.every(({ deviceId }) => deviceId === device)
  const isSameDevice = isOwn && conflicts.every((one) => one.currentBy.deviceId === device)
  return (
    <>
      <Banner tone="conflict" title="This client was changed in two places">
        {describeEdits({ isOwn, isSameDevice })} Choose what to keep. Nothing is overwritten until
        you save.
      </Banner>
      <ChoiceSheet>
        <ChoiceTable
          corner={<VisuallyHidden>Field</VisuallyHidden>}
          sides={[
            { title: others.device ?? 'On other devices', note: others.editedAt ?? null },
            { title: 'In use now', note: formatOriginHead(inUse) },
          ]}
        >
          {conflicts.map((one) => (
            <ConflictRow
              key={one.field}
              conflict={one}
              chosen={chosenCids[one.field]}
              onChoose={(cid) => setChosenCids((before) => ({ ...before, [one.field]: cid }))}
              getOrigin={getOrigin}
              hasOriginHead={hasOriginHead}
            />
          ))}
        </ChoiceTable>
        <ChoiceFoot
          cancelAction={
            <Button small variant="quiet" onClick={onLater}>
              Decide later
            </Button>
          }
        >
          <Button
            small
            variant="ghost"
            disabled={busy}
            onClick={() => resolve(toConflictChoices(conflicts, {}))}
          >
            Keep the server’s version
          </Button>
          <Button
            small
            busy={busy}
            onClick={() =>
              resolve(
                toConflictChoices(conflicts, chosenCids),
                toKeepBothEdit(conflicts, chosenCids, view.rev),
              )
            }
          >
            {busy ? 'Saving...' : 'Save this version'}
          </Button>
        </ChoiceFoot>
      </ChoiceSheet>
    </>
  )
}

function isComplete({ device, editedAt }: Partial<EditOrigin>): boolean {
  return device !== undefined && editedAt !== undefined
}

/** `On iPhone, edited today, 16:10` */
function formatOriginHead({ device, editedAt }: Partial<EditOrigin>): string | null {
  if (device === undefined) return null
  return editedAt === undefined ? device : `${device}, ${editedAt.replace(/^Edited/, 'edited')}`
}

interface ConflictRowProps {
  conflict: FieldConflict
  /**
   * The `cid` of the value that replaces the one in use, or `KEEP_BOTH`; undefined keeps the one in use.
   */
  chosen: string | undefined
  onChoose: (cid: string | undefined) => void
  getOrigin: (by: EditedBy) => EditOrigin
  /** Whether the heads of the two columns name the device and the time. */
  hasOriginHead: { others: boolean; inUse: boolean }
}

function ConflictRow({ conflict, chosen, onChoose, getOrigin, hasOriginHead }: ConflictRowProps) {
  const { field, current, others } = conflict
  const both = joinTexts(conflict)
  const inUse = formatFieldValue(field, current)
  const label = getFieldLabel('client', field)
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        {others.map((other) => {
          const valueText = formatFieldValue(field, other.value)
          return (
            <ConflictOption
              key={other.cid}
              field={field}
              label={label}
              origin={getOrigin(other)}
              hasOriginHead={hasOriginHead.others}
              text={valueText}
              otherText={inUse}
              checked={chosen === other.cid}
              onChoose={() => onChoose(other.cid)}
            />
          )
        })}
      </td>
      <td>
        <ConflictOption
          field={field}
          label={label}
          origin={getOrigin(conflict.currentBy)}
          hasOriginHead={hasOriginHead.inUse}
          isInUse
          text={inUse}
          otherText={formatFieldValue(field, others[0]?.value)}
          checked={chosen === undefined}
          onChoose={() => onChoose(undefined)}
        />
        {both === undefined ? null : (
          <ChoiceOption
            name={field}
            label={`${label}: keep both, one after the other`}
            above="Keep both, one after the other"
            pieces={[{ text: both, isDifferent: false }]}
            checked={chosen === KEEP_BOTH}
            onChoose={() => onChoose(KEEP_BOTH)}
          />
        )}
      </td>
    </tr>
  )
}

interface ConflictOptionProps {
  field: string
  label: string
  origin: EditOrigin
  hasOriginHead: boolean
  isInUse?: boolean
  text: string
  /** The value to compare with: words that it lacks are marked. */
  otherText: string
  checked: boolean
  onChoose: () => void
}

function ConflictOption(props: ConflictOptionProps) {
  const { field, label, origin, hasOriginHead, isInUse, text, otherText, checked, onChoose } = props
  const name = origin.device.replace(/^On /, 'on ')
  return (
    <ChoiceOption
      name={field}
      label={`${label}, ${isInUse ? 'in use, ' : ''}${name}: ${text || 'empty'}`}
      above={`${origin.device}, ${origin.editedAt.replace('Edited', 'edited')}`}
      isInColumnHeader={hasOriginHead}
      pieces={diffTexts(text, otherText)}
      checked={checked}
      onChoose={onChoose}
    />
  )
}
