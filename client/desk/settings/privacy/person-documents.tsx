import { useId, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { PersonDocument } from '#client/data/journeys/types.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import { SaveIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { systemClock } from '#client/lib/clock.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import type from '#client/ui/type.module.css'
import { formatBytes, pluralize } from '#shared/lib/format-number.ts'
import { zipDocuments } from './documents-zip.ts'
import styles from './person-detail.module.css'

/** The documents of a person's journeys, to save as one ZIP file; nothing if there are none. */
export function PersonDocuments({ clientIds }: { clientIds: readonly string[] }) {
  const found = useDataQuery(`documents of ${clientIds.join(' ')}`, () =>
    getData()
      .journeys.listPersonDocuments(clientIds)
      .catch(() => 'unreadable' as const),
  )
  if (found?.answer === 'unreadable')
    return (
      <div className={`${kit.inset} ${styles.documents}`}>
        <p>
          The documents of their journeys could not be listed. They are not in the export above.
          Please press Find again.
        </p>
      </div>
    )
  return found?.answer.length ? <DocumentChoice documents={found.answer} /> : null
}

/** Documents of journeys with other travellers, whose passports they may be, are not ticked at first. */
function DocumentChoice({ documents }: { documents: readonly PersonDocument[] }) {
  const id = useId()
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isTicked = (one: PersonDocument) => ticks.get(toKey(one)) ?? !one.othersTravel
  const { progress, problem, save } = useSaving()
  const chosen = documents.filter(isTicked)
  const size = chosen.reduce((sum, one) => sum + one.size, 0)
  const reason = chosen.length === 0 ? 'Tick the documents to save first.' : undefined
  return (
    <section className={`${kit.inset} ${styles.documents}`} aria-labelledby={id}>
      <h3 id={id}>Documents of their journeys</h3>
      <p>These files are not in the export above. They are saved as one ZIP file.</p>
      <ul>
        {documents.map((one) => (
          <li key={toKey(one)}>
            <Checkbox
              checked={isTicked(one)}
              onChange={({ target }) => setTicks(new Map(ticks).set(toKey(one), target.checked))}
            >
              <b className={kit.rowTitle}>{one.name}</b>{' '}
              <small className={type.subline}>
                {one.journeyTitle}, {formatBytes(one.size)}
              </small>{' '}
              {one.othersTravel ? (
                <small className={`${type.fine} ${kit.warning}`}>Others travel too</small>
              ) : null}
            </Checkbox>
          </li>
        ))}
      </ul>
      {problem ? (
        <Banner tone="warn" title={problem.title}>
          {problem.text}
        </Banner>
      ) : null}
      <div className={`row wrap gap-2 ${styles.save}`}>
        <DeskButton
          variant="ghost"
          busy={progress !== undefined}
          disabledReason={reason}
          onClick={() => save(chosen)}
        >
          <IconLabel>
            <SaveIcon />
            {reason
              ? 'Save documents'
              : `Save ${pluralize(chosen.length, 'document')} (${formatBytes(size)})`}
          </IconLabel>
        </DeskButton>
        <p className={type.note}>{progress ?? reason}</p>
      </div>
    </section>
  )
}

const toKey = ({ itemId, id }: PersonDocument) => `${itemId}/${id}`

interface Problem {
  title: string
  text: string
}

/** Saves documents; `progress` says which is being read, `problem` what was not saved last time. */
function useSaving() {
  const [progress, setProgress] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const save = async (documents: readonly PersonDocument[]) => {
    const showProgress = (number: number) =>
      setProgress(`Reading ${number} of ${documents.length}…`)
    setProblem(undefined)
    showProgress(1)
    const next = await saveDocuments(documents, showProgress)
    setProgress(undefined)
    setProblem(next)
    if (!next) announce(`Saved ${pluralize(documents.length, 'document')}.`)
  }
  return {
    ...{ progress, problem },
    save: (documents: readonly PersonDocument[]) => void save(documents),
  }
}

/** Saves the documents that can be opened as one file; resolves to what was not saved. */
async function saveDocuments(
  documents: readonly PersonDocument[],
  onOpen: (number: number) => void,
): Promise<Problem | undefined> {
  try {
    const open = ({ itemId, id }: PersonDocument) => getData().journeys.openDocument(itemId, id)
    const { blob, missing, failed } = await zipDocuments(documents, open, onOpen)
    const day = new Date(systemClock()).toISOString().slice(0, 10)
    if (blob) await saveFile({ blob, name: `documents-${day}.zip` })
    const text = [describeMissing(missing), describeFailed(failed)].filter(Boolean).join(' ')
    return text
      ? { title: blob ? 'Some documents were not saved' : NOTHING_SAVED, text }
      : undefined
  } catch {
    return {
      title: NOTHING_SAVED,
      text: 'This device has too little memory or free space for so many. Tick fewer, then save again.',
    }
  }
}

const NOTHING_SAVED = 'No document was saved'

function describeMissing(documents: readonly PersonDocument[]): string {
  if (documents.length === 0) return ''
  const verb = documents.length === 1 ? 'is' : 'are'
  return `${pluralize(documents.length, 'document')} ${verb} not on this device and could not be fetched: ${listNames(documents)}. Connect, or open the desk on the device that has them, then save again.`
}

function describeFailed(documents: readonly PersonDocument[]): string {
  if (documents.length === 0) return ''
  return `${pluralize(documents.length, 'document')} could not be opened, because this device is full or the content is damaged: ${listNames(documents)}.`
}

const listNames = (documents: readonly PersonDocument[]) =>
  documents.map(({ name }) => name).join(', ')
