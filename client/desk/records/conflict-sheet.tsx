import { type ReactNode, useState } from 'react'
import { getData, readDeviceId } from '#client/data/data-client.ts'
import type { RecordDecision } from '#client/data/edits/types.ts'
import type { DisputedRecord } from '#client/data/store/types.ts'
import {
  ChoiceFoot,
  ChoiceGroup,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
  FixedRow,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import { diffTexts } from '#client/desk/kit/dialogs/word-diff.ts'
import { formatDateTime } from '#client/desk/kit/format-date-time.ts'
import { useNow } from '#client/desk/queries/use-now.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Names } from '#shared/lib/define-collection.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { capitalize } from '#shared/lib/normalize-text.ts'
import { getCollection } from '#shared/sync/collections.ts'
import type { EditedBy } from '#shared/sync/protocol.ts'
import {
  type Chosen,
  dropUnknown,
  KEEP_BOTH,
  listQuestions,
  listTaken,
  type Question,
  toDecisions,
  type Version,
} from './questions.ts'

interface ConflictSheetProps {
  records: readonly DisputedRecord[]
  /** A sentence that says what was changed in two places. */
  title: string
  /** What applies until the owner has chosen. */
  meanwhile?: string
  names?: Names
  /** By default the decisions are stored on this device, and synced like all edits. */
  save?: (decisions: RecordDecision[]) => Promise<void>
  /** Something else is being saved, so that nothing can be chosen yet. */
  busy?: boolean
  onLater: () => void
  /** What is the same in both versions. */
  same?: string | undefined
  /** Below a value. */
  renderValue?: ((version: Version, question: Question) => ReactNode) | undefined
  /** The effect of the choice, above the buttons. */
  renderEffect?: (taken: readonly [Question, Version][]) => ReactNode
}

/**
 * Asks which values to keep where records were changed in two places. The values in use are preselected, and
 * nothing changes before the owner saves.
 */
export function ConflictSheet(props: ConflictSheetProps) {
  const { records, title, meanwhile, names, onLater, same, renderEffect } = props
  const [marked, setMarked] = useState<Chosen>({})
  const { busy, failed, save } = useSaving(props)
  const getOrigin = useOrigins()
  const questions = listQuestions(records, names)
  const chosen = dropUnknown(questions, marked)
  const [removal] = questions.length === 1 ? questions.filter(({ isRemoval }) => isRemoval) : []
  const keepAll = () => save(toDecisions(questions, {}))
  const later = (
    <Button small variant="quiet" onClick={onLater}>
      Decide later
    </Button>
  )
  return (
    <div className="stack gap-4">
      <Banner tone="conflict" title={removal ? 'Removed on one device, edited on another' : title}>
        {removal
          ? describeRemoval(removal, getOrigin)
          : `${describeEdits(questions, getOrigin)} Choose what to keep. Nothing is overwritten until you save.`}
        {meanwhile ? ` ${meanwhile}` : null}
      </Banner>
      <ChoiceSheet>
        {removal ? (
          <RemovalFoot question={removal} busy={busy} save={save} later={later} />
        ) : (
          <>
            <QuestionTable
              {...{ questions, chosen, getOrigin, same, renderValue: props.renderValue }}
              onChoose={(key, cid) => setMarked({ ...chosen, [key]: cid })}
            />
            {renderEffect?.(listTaken(questions, chosen))}
            <ChoiceFoot cancelAction={later}>
              <Button small variant="ghost" disabled={busy} onClick={keepAll}>
                Keep the server’s version
              </Button>
              <Button small busy={busy} onClick={() => save(toDecisions(questions, chosen))}>
                {busy ? 'Saving...' : 'Save this version'}
              </Button>
            </ChoiceFoot>
          </>
        )}
      </ChoiceSheet>
      {failed ? (
        <Banner tone="error" title="This could not be saved on this device">
          Nothing was changed. Free some room, then try again.
        </Banner>
      ) : null}
    </div>
  )
}

async function saveOnDevice(decisions: RecordDecision[]): Promise<void> {
  await getData().records.resolveConflicts(decisions)
  announce('Saved on this device.')
}

function useSaving({ save = saveOnDevice, busy: isBusy = false }: ConflictSheetProps) {
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const attempt = async (decisions: RecordDecision[]) => {
    setFailed(false)
    await save(decisions).catch(() => setFailed(true))
  }
  return {
    busy: busy || isBusy,
    failed,
    save: (decisions: RecordDecision[]) => void run(() => attempt(decisions)),
  }
}

type GetOrigin = (version: Version) => EditOrigin | undefined

function useOrigins(): GetOrigin {
  const userId = getStoredOwner()?.userId
  const device = useAsync(userId, async () => userId && readDeviceId(userId)).value
  const now = useNow()
  return ({ by }) => by && formatOrigin(by, device, now)
}

function describeEdits(questions: readonly Question[], getOrigin: GetOrigin): string {
  const isHere = (version: Version) => getOrigin(version)?.isHere === true
  const isOwn = questions.every(({ others }) => others.every(isHere))
  const isMany = new Set(questions.map(({ record }) => record.title)).size > 1
  const it = isMany ? 'them' : 'it'
  if (isOwn && questions.every(({ inUse }) => isHere(inUse)))
    return `You edited ${it} in two windows of this browser, and saved both.`
  return isOwn
    ? `You edited ${it} offline; meanwhile another device saved its own version.`
    : `${isMany ? 'They were' : 'It was'} edited on two devices while offline.`
}

function describeRemoval({ record, label, others }: Question, getOrigin: GetOrigin): string {
  const by = others[0] && getOrigin(others[0])
  const when = by ? `${by.device} (${by.editedAt.replace(/^edited /, '')}) ` : ''
  // The items of a journey are records of their own, and were deleted with it.
  const meanwhile =
    record.coll === 'journey'
      ? 'If you keep it, everything in it comes back.'
      : 'Nothing is removed until you choose.'
  return `${record.title ?? label} was removed ${when}while it was edited elsewhere. ${meanwhile}`
}

interface RemovalFootProps {
  question: Question
  busy: boolean
  save: (decisions: RecordDecision[]) => void
  later: ReactNode
}

/** Whether a record stays: two buttons, as there are no values to compare. */
function RemovalFoot({ question, busy, save, later }: RemovalFootProps) {
  const noun = getCollection(question.record.coll).noun.toLowerCase()
  const removed = { [question.key]: question.others[0]?.cid }
  return (
    <ChoiceFoot cancelAction={later}>
      <Button
        small
        variant="danger"
        disabled={busy}
        onClick={() => save(toDecisions([question], removed))}
      >
        Delete this {noun}
      </Button>
      <Button small busy={busy} onClick={() => save(toDecisions([question], {}))}>
        Keep this {noun}
      </Button>
    </ChoiceFoot>
  )
}

interface QuestionTableProps extends Pick<ConflictSheetProps, 'same' | 'renderValue'> {
  questions: readonly Question[]
  chosen: Chosen
  getOrigin: GetOrigin
  onChoose: (key: string, cid: string | undefined) => void
}

function QuestionTable({ questions, same, chosen, onChoose, ...rest }: QuestionTableProps) {
  const { getOrigin } = rest
  const others = getCommonOrigin(questions.flatMap((one) => one.others.map(getOrigin)))
  const inUse = getCommonOrigin(questions.map((one) => getOrigin(one.inUse)))
  const byRecord = [...groupBy(questions, ({ record }) => record)]
  return (
    <ChoiceTable
      corner={<VisuallyHidden>Field</VisuallyHidden>}
      sides={[
        {
          title: capitalize(others.device ?? 'on other devices'),
          note: capitalize(others.editedAt ?? ''),
        },
        { title: 'In use now', note: capitalize(joinOrigin(inUse)) },
      ]}
    >
      {byRecord.map(([record, ofRecord]) => {
        const group = byRecord.length > 1 ? record.title : undefined
        return (
          <ChoiceGroup key={`${record.coll}/${record.id}`} title={group}>
            {ofRecord.map((question) => (
              <QuestionRow
                key={question.key}
                {...rest}
                question={question}
                name={group === undefined ? question.label : `${group}, ${question.label}`}
                chosen={chosen[question.key]}
                onChoose={(cid) => onChoose(question.key, cid)}
                isInHead={isComplete(others) && isComplete(inUse)}
              />
            ))}
          </ChoiceGroup>
        )
      })}
      {same ? <FixedRow title="The same in both">{same}</FixedRow> : null}
    </ChoiceTable>
  )
}

function isComplete({ device, editedAt }: Partial<EditOrigin>): boolean {
  return device !== undefined && editedAt !== undefined
}

/** `on iPhone, edited today, 16:10` */
function joinOrigin({ device, editedAt }: Partial<EditOrigin>): string {
  return [device, editedAt].filter(Boolean).join(', ')
}

interface QuestionRowProps extends Pick<QuestionTableProps, 'getOrigin' | 'renderValue'> {
  question: Question
  /** Names the question among all of the table. */
  name: string
  /** Undefined for the value in use. */
  chosen: string | undefined
  onChoose: (cid: string | undefined) => void
  /** Whether the heads of the columns name the devices and the times. */
  isInHead: boolean
}

function QuestionRow(props: QuestionRowProps) {
  const { question, name, chosen, onChoose, getOrigin, renderValue, isInHead } = props
  const { key, label, isRemoval, others, inUse, both } = question
  const isKnown = [inUse, ...others].every(({ by }) => by)
  const renderVersion = (version: Version, other: Version | undefined, cid?: string) => {
    const origin = getOrigin(version) ?? { editedAt: 'edited earlier' }
    const device = 'device' in origin ? origin.device : origin.editedAt
    const { text } = version
    return (
      <div key={cid}>
        <ChoiceOption
          name={key}
          label={`${name}, ${cid ? '' : 'in use, '}${device}: ${text || 'empty'}`}
          {...(!cid && { side: 'in use now' })}
          above={joinOrigin(origin)}
          isInColumnHeader={isInHead && isKnown}
          pieces={isRemoval ? [{ text, isDifferent: false }] : diffTexts(text, other?.text ?? '')}
          checked={chosen === cid}
          onChoose={() => onChoose(cid)}
        />
        {renderValue?.(version, question)}
      </div>
    )
  }
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{others.map((other) => renderVersion(other, inUse, other.cid))}</td>
      <td>
        {renderVersion(inUse, others[0])}
        {both === undefined ? null : (
          <ChoiceOption
            name={key}
            label={`${name}: keep both, one after the other`}
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

/** Which device made a value, and when: `on iPhone` and `edited today, 16:10`. */
interface EditOrigin {
  device: string
  editedAt: string
  isHere: boolean
}

function formatOrigin(
  { deviceId, deviceName, at }: EditedBy,
  thisDeviceId: string | undefined,
  now: number,
): EditOrigin {
  const isHere = deviceId !== '' && deviceId === thisDeviceId
  const instant = Date.parse(at)
  return {
    isHere,
    device: isHere ? 'on this device' : `on ${deviceName || 'another device'}`,
    editedAt: Number.isNaN(instant)
      ? 'edited earlier'
      : `edited ${formatDateTime(instant, now).replace(/^Today/, 'today')}`,
  }
}

/**
 * The device and time that all values of a side share, as far as they are known; what differs is shown beside
 * each value.
 */
function getCommonOrigin(origins: readonly (EditOrigin | undefined)[]): Partial<EditOrigin> {
  const [first, ...rest] = origins.filter((one) => one !== undefined)
  if (!first || rest.some(({ device }) => device !== first.device)) return {}
  return rest.every(({ editedAt }) => editedAt === first.editedAt)
    ? first
    : { device: first.device }
}
