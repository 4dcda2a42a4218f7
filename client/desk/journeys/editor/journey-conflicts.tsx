import { useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import { readDeviceId } from '#client/data/desk-cache-client.ts'
import type { JourneyView } from '#client/data/journeys/types.ts'
import type { ConflictChoice } from '#client/data/store/types.ts'
import {
  type FieldConflict,
  formatOrigin,
  groupByField,
  KEEP_BOTH,
  toConflictChoices,
} from '#client/desk/clients/conflict/field-conflicts.ts'
import { diffTexts } from '#client/desk/clients/conflict/word-diff.ts'
import { formatFieldValue, getItemLabel } from '#client/desk/journeys/field-text.ts'
import { setItem } from '#client/desk/journeys/journey-edits.ts'
import { getItemName } from '#client/desk/journeys/journey-text.ts'
import { Sheet } from '#client/desk/journeys/share/side-sheet.tsx'
import {
  ChoiceFoot,
  ChoiceOption,
  ChoiceSheet,
  ChoiceTable,
} from '#client/desk/kit/dialogs/choice-sheet.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { JourneyCollection } from '#shared/journeys/collections.ts'
import type { ItemKind } from '#shared/journeys/journey-fields.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { getFieldLabel } from '#shared/sync/collections.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import type { Editor } from './editor.ts'

/** A record of the journey with open conflicts. */
interface Disputed {
  coll: JourneyCollection
  id: string
  title: string
  /** The item's kind; undefined for the journey. */
  kind: ItemKind | undefined
  data: RecordData
  conflicts: readonly OpenConflict[]
}

export function listDisputed({ id, journey, conflicts, items }: JourneyView): Disputed[] {
  const all: Disputed[] = [
    { coll: 'journey', id, title: 'The journey', kind: undefined, data: journey, conflicts },
    ...items.map(({ item, conflicts: ofItem }): Disputed => {
      const { id: itemId, kind } = item
      const title = getItemName(item)
      return { coll: 'journey-item', id: itemId, title, kind, data: { ...item }, conflicts: ofItem }
    }),
  ]
  return all.filter((one) => one.conflicts.length > 0)
}

/** Says what was changed on two devices, and lets the owner choose. Nothing changes before that. */
export function JourneyConflicts({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false)
  const disputed = listDisputed(editor.view)
  const [first] = disputed
  if (!first) return null
  const what = disputed.length === 1 ? first.title : pluralize(disputed.length, 'part')
  return (
    <>
      <Banner
        tone="conflict"
        title={`${what} ${disputed.length === 1 ? 'was' : 'of the journey were'} changed on two devices`}
        action={<BannerButton onClick={() => setOpen(true)}>Review</BannerButton>}
      >
        What is shown here applies until you choose.
      </Banner>
      {isOpen ? (
        <Sheet title="Changed on two devices" onClose={() => setOpen(false)}>
          {disputed.map((one) => (
            <DisputedPart key={`${one.coll} ${one.id}`} one={one} editor={editor} />
          ))}
        </Sheet>
      ) : null}
    </>
  )
}

interface PartProps {
  one: Disputed
  editor: Editor
}

function DisputedPart({ one, editor }: PartProps) {
  const deletion = one.conflicts.find(({ kind }) => kind === 'delete')
  return (
    <section className={kit.stack} aria-label={one.title}>
      <h3 className={kit.rowTitle}>{one.title}</h3>
      {deletion ? (
        <Deletion one={one} deletion={deletion} editor={editor} />
      ) : (
        <FieldChoices one={one} editor={editor} />
      )}
    </section>
  )
}

function useResolve({ coll, id }: Disputed) {
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const resolve = (choices: readonly ConflictChoice[], prepare = async () => {}) =>
    run(async () => {
      setFailed(false)
      try {
        await prepare()
        for (const choice of choices) await getData().resolveJourneyConflict({ coll, id }, choice)
        announce('Saved on this device.')
      } catch {
        setFailed(true)
      }
    })
  return { busy, failed, resolve }
}

function NotStored({ failed }: { failed: boolean }) {
  return failed ? (
    <Banner tone="error" title="This could not be saved on this device">
      Free some room, then try again.
    </Banner>
  ) : null
}

function useOrigins(now: number) {
  const userId = getStoredOwner()?.userId
  const device = useAsync(userId, async () => userId && readDeviceId(userId)).value
  return (by: Parameters<typeof formatOrigin>[0]) => formatOrigin(by, device, now)
}

function Deletion({ one, deletion, editor }: PartProps & { deletion: OpenConflict }) {
  const { busy, failed, resolve } = useResolve(one)
  const { device, editedAt } = useOrigins(editor.now)(deletion)
  const answer = (choice: 'keep' | 'take') =>
    void resolve([{ cid: deletion.cid, choice, seen: false }])
  return (
    <>
      <p className={kit.text}>
        It was removed {device.replace(/^On/, 'on')} ({editedAt.replace(/^Edited /, '')}) while it
        was edited elsewhere. Nothing is removed until you choose.
      </p>
      <NotStored failed={failed} />
      <div className={kit.rowEnd}>
        <Button small variant="danger" disabled={busy} onClick={() => answer('take')}>
          Remove it
        </Button>
        <Button small busy={busy} onClick={() => answer('keep')}>
          Keep it
        </Button>
      </div>
    </>
  )
}

function FieldChoices({ one, editor }: PartProps) {
  const fields = groupByField(one.conflicts, one.data)
  const [chosen, setChosen] = useState<Record<string, string | undefined>>({})
  const { busy, failed, resolve } = useResolve(one)
  const save = () =>
    void resolve(toConflictChoices(fields, chosen), () =>
      joinChosen(one, { fields, chosen, editor }),
    )
  return (
    <ChoiceSheet>
      <ChoiceTable
        corner={<VisuallyHidden>Field</VisuallyHidden>}
        sides={[
          { title: 'The other version', note: null },
          { title: 'In use now', note: null },
        ]}
      >
        {fields.map((field) => (
          <FieldRow
            key={field.field}
            {...{ one, editor, field }}
            chosen={chosen[field.field]}
            onChoose={(cid) => setChosen({ ...chosen, [field.field]: cid })}
          />
        ))}
      </ChoiceTable>
      <ChoiceFoot cancelAction={<NotStored failed={failed} />}>
        <Button small busy={busy} onClick={save}>
          Save this version
        </Button>
      </ChoiceFoot>
    </ChoiceSheet>
  )
}

interface FieldRowProps extends PartProps {
  field: FieldConflict
  /** The chosen `cid`, or `KEEP_BOTH`; undefined for the value in use. */
  chosen: string | undefined
  onChoose: (cid: string | undefined) => void
}

function FieldRow({ one, editor, field, chosen, onChoose }: FieldRowProps) {
  const { days, view, now } = editor
  const toOrigin = useOrigins(now)
  const name = `${one.id} ${field.field}`
  const label = one.kind
    ? getItemLabel(field.field, one.kind)
    : getFieldLabel('journey', field.field)
  const format = (value: unknown) =>
    formatFieldValue(field.field, value, { days, clients: view.clients })
  const current = format(field.current)
  const both = joinTexts(field)
  const above = (by: Parameters<typeof toOrigin>[0]) => {
    const { device, editedAt } = toOrigin(by)
    return `${device}, ${editedAt.replace('Edited', 'edited')}`
  }
  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-label="The other version">
        {field.others.map((other) => (
          <ChoiceOption
            key={other.cid}
            name={name}
            label={`${label}, ${above(other)}: ${format(other.value) || 'empty'}`}
            above={above(other)}
            pieces={diffTexts(format(other.value), current)}
            checked={chosen === other.cid}
            onChoose={() => onChoose(other.cid)}
          />
        ))}
      </td>
      <td data-label="In use now">
        <ChoiceOption
          name={name}
          label={`${label}, in use, ${above(field.currentBy)}: ${current || 'empty'}`}
          above={above(field.currentBy)}
          pieces={diffTexts(current, format(field.others[0]?.value))}
          checked={chosen === undefined}
          onChoose={() => onChoose(undefined)}
        />
        {both === undefined ? null : (
          <ChoiceOption
            name={name}
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

/** Most characters of a text for the guests or the owner. */
const MAX_TEXT = 4000

/** Both texts, one below the other; undefined for other fields and if they are too long together. */
function joinTexts({ field, current, others }: FieldConflict): string | undefined {
  if (field !== 'guestText' && field !== 'ownerText') return undefined
  const texts = new Set([current, ...others.map(({ value }) => value)].map(String))
  const both = [...texts].filter(Boolean).join('\n')
  return both.length <= MAX_TEXT ? both : undefined
}

interface Choice {
  fields: readonly FieldConflict[]
  chosen: Readonly<Record<string, string | undefined>>
  editor: Editor
}

/** Stores the joined texts first: if the device stops after that, only the decision is missing. */
async function joinChosen({ id }: Disputed, { fields, chosen, editor }: Choice): Promise<void> {
  const both = fields.filter(({ field }) => chosen[field] === KEEP_BOTH)
  const shown = editor.view.items.find(({ item }) => item.id === id)
  if (!shown || both.length === 0) return
  const set = Object.fromEntries(both.map((one) => [one.field, joinTexts(one)]))
  await getData().editJourney([setItem(shown, set)])
}
