import { useId, useRef, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { DocumentRefusal } from '#client/data/journeys/types.ts'
import type { EditorCommands } from '#client/desk/journeys/detail/editor-commands.ts'
import { PaperIcon, PlusIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useFileDrop } from '#client/desk/kit/use-file-drop.ts'
import { saveFile } from '#client/lib/data/save-file.ts'
import { announce } from '#client/ui/announcer.tsx'
import field from '#client/ui/controls/field.module.css'
import { FieldError } from '#client/ui/controls/field.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { JourneyItem } from '#shared/journeys/days.ts'
import {
  documentTypes,
  type JourneyDocument,
  MAX_DOCUMENT_BYTES,
  MAX_JOURNEY_BYTES,
} from '#shared/journeys/journey-fields.ts'
import { formatBytes, formatBytesAbove } from '#shared/lib/format-number.ts'
import styles from './documents-field.module.css'

/** Most documents of one item. */
const MAX_DOCUMENTS = 20

interface DocumentsFieldProps {
  item: JourneyItem
  /** Ids of the documents on this device, and of those not sent yet. */
  documents: { here: readonly string[]; waiting: readonly string[] }
  commands: EditorCommands
  /** Resolves when everything typed is stored; to false if that failed. */
  flush: () => Promise<boolean>
}

/** The documents of an item. New ones are chosen or dropped, and stored on this device at once. */
export function DocumentsField({ item, documents, commands, flush }: DocumentsFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { adding, problems, add, report } = useAdding(item, flush)
  const drop = useFileDrop(add)
  return (
    <fieldset
      className={`${styles.field} ${drop.isOver ? styles.over : ''}`}
      aria-describedby={`${id}-error`}
      {...drop.handlers}
    >
      <legend>
        Documents <span className={field.optional}>PDF, JPEG, PNG or WebP, up to 15 MB</span>
      </legend>
      <ul className={`row wrap gap-2 ${styles.list}`}>
        {item.documents.map((document) => {
          const state = getDocumentState(document.id, documents)
          return (
            <li key={document.id}>
              <span className={styles.chip}>
                <button
                  type="button"
                  className={`${layout.bare} row gap-2 ${styles.open}`}
                  onClick={() => void open(item.id, document).then(report)}
                >
                  <PaperIcon />
                  <VisuallyHidden>Open </VisuallyHidden>
                  <span>{document.name}</span>
                  <small className={type.fine}>
                    {formatBytes(document.size)}
                    {stateTexts[state] ? `, ${stateTexts[state]}` : ''}
                  </small>
                </button>
                <button
                  type="button"
                  className={`${kit.plainIconButton} ${styles.remove}`}
                  onClick={() => commands.removeDocument(item.id, document)}
                >
                  <CloseIcon />
                  <VisuallyHidden>Remove {document.name}</VisuallyHidden>
                </button>
              </span>
            </li>
          )
        })}
        {adding.map((name) => (
          <li key={name} className={styles.chip} aria-busy="true">
            <PaperIcon />
            Adding {name}…
          </li>
        ))}
        <li>
          <button type="button" className={kit.addButton} onClick={() => input.current?.click()}>
            <PlusIcon />
            Add a file
          </button>
        </li>
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={Object.keys(documentTypes).join(',')}
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
      <FieldError id={`${id}-error`}>{problems.join('\n') || undefined}</FieldError>
    </fieldset>
  )
}

type DocumentState = 'here' | 'waiting' | 'elsewhere'

function getDocumentState(
  id: string,
  { here, waiting }: DocumentsFieldProps['documents'],
): DocumentState {
  if (waiting.includes(id)) return 'waiting'
  return here.includes(id) ? 'here' : 'elsewhere'
}

const stateTexts: Record<DocumentState, string> = {
  here: '',
  waiting: 'not sent yet',
  elsewhere: 'not on this device',
}

/** Saves the file as a download; resolves to an error message if that fails. */
async function open(itemId: string, { id, name }: JourneyDocument): Promise<string | undefined> {
  try {
    const blob = await getData().journeys.openDocument(itemId, id)
    if (!blob) return `“${name}” is not on this device, and could not be fetched.`
    await saveFile({ blob, name })
    return undefined
  } catch {
    return `“${name}” could not be opened.`
  }
}

function useAdding(item: JourneyItem, flush: () => Promise<boolean>) {
  const [adding, setAdding] = useState<string[]>([])
  const [problems, setProblems] = useState<string[]>([])
  const add = async (files: readonly File[]) => {
    setProblems([])
    setAdding(files.map(({ name }) => name))
    // A new item must be stored before it can list a document.
    await flush()
    const found: string[] = []
    let number = item.documents.length
    for (const file of files) {
      const problem =
        number >= MAX_DOCUMENTS
          ? `“${file.name}” was not added: an item can have ${MAX_DOCUMENTS} documents.`
          : await addFile(item.id, file)
      if (problem) found.push(problem)
      else number += 1
      setAdding((names) => names.filter((name) => name !== file.name))
    }
    setProblems(found)
    if (found.length === 0) announce('Added, and stored on this device.')
  }
  const report = (problem: string | undefined) => setProblems(problem ? [problem] : [])
  return { adding, problems, add, report }
}

/** Resolves to an error message if the file was not added. */
async function addFile(itemId: string, file: File): Promise<string | undefined> {
  try {
    const answer = await getData().journeys.addDocument(itemId, file, file.name)
    return 'refused' in answer ? describeRefusal(answer.refused, file) : undefined
  } catch {
    return `“${file.name}” was not added: this device could not store it.`
  }
}

function describeRefusal(refusal: DocumentRefusal, { name, size }: File): string {
  const sentences: Record<DocumentRefusal, string> = {
    type: `“${name}” is not a PDF, JPEG, PNG or WebP file.`,
    heic: `“${name}” is a HEIC photo, which many devices cannot show. Add it as JPEG: on an iPhone, share it to Files, or choose “Most Compatible” under Settings, Camera, Formats.`,
    size: `“${name}” has ${formatBytesAbove(size, MAX_DOCUMENT_BYTES)}. A document can have ${formatBytes(MAX_DOCUMENT_BYTES)}.`,
    journey_size: `“${name}” was not added: with it, this journey’s documents would have more than ${formatBytes(MAX_JOURNEY_BYTES)}.`,
    name: `“${name}” has no name that can be shown. Rename the file, then add it again.`,
    full: `“${name}” was not added: this device is full. Free some room, then add it again.`,
  }
  return sentences[refusal]
}
