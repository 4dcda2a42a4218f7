import type { JourneyProps, JourneyState } from '#client/journey/state.ts'
import { listDocuments } from '#client/journey/state.ts'
import button from '#client/ui/button.module.css'
import { NextIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import { documentTypes, type JourneyDocument } from '#shared/journeys/journey-fields.ts'
import { DocumentIcon } from './icons.tsx'
import styles from './journey-foot.module.css'
import { formatSize } from './view-text.ts'

/** The journey's documents, and the question whether to keep them on this device. */
export function DocumentsSection(props: JourneyProps) {
  const { state } = props
  const documents = listDocuments(state.open.copy)
  if (documents.length === 0) return null
  return (
    <section aria-labelledby="papers-title">
      <h2 id="papers-title" className={styles.heading}>
        Papers
      </h2>
      <KeepQuestion {...props} documents={documents} />
      <DocumentList {...props} documents={documents} />
    </section>
  )
}

interface DocumentsProps extends JourneyProps {
  documents: readonly JourneyDocument[]
}

function KeepQuestion({ state, actions, documents }: DocumentsProps) {
  const { documentState, open, device, storage } = state
  const { keepsDocuments } = open.pass
  const missing = documents.filter(({ id }) => !documentState.stored.get(id)?.isWhole)
  const size = formatSize(missing.reduce((sum, one) => sum + one.size, 0))
  if (missing.length === 0 || storage === 'full' || storage === 'unavailable') return null
  if (keepsDocuments) return <Progress state={state} documents={documents} />
  const count = missing.length === 1 ? 'One paper' : `${missing.length} papers`
  if (keepsDocuments === false)
    return (
      <p className={styles.later}>
        <button type="button" className={quiet} onClick={() => actions.keepDocuments(true)}>
          Keep all on this {device.kind} ({size})
        </button>
      </p>
    )
  return (
    <div className={styles.question}>
      <p>
        <b>Keep the papers on this {device.kind}?</b> {count}, {size}. They then open without a
        connection.
      </p>
      <div className={styles.documentAnswers}>
        <button type="button" className={primary} onClick={() => actions.keepDocuments(true)}>
          Keep them
        </button>
        <button type="button" className={quiet} onClick={() => actions.keepDocuments(false)}>
          Not now
        </button>
      </div>
    </div>
  )
}

const primary = `${button.button} ${button.primary} ${button.small}`
const quiet = `${button.button} ${button.quiet} ${button.small}`

/** How much has arrived, and why the rest has not. */
function Progress({ state, documents }: Pick<DocumentsProps, 'state' | 'documents'>) {
  const { documentState, device } = state
  const total = documents.reduce((sum, { size }) => sum + size, 0)
  const arrived = documents.reduce(
    (sum, { id, size }) => sum + Math.min(documentState.stored.get(id)?.bytes ?? 0, size),
    0,
  )
  return (
    <div className={styles.progress}>
      <p id="papers-progress">
        {formatSize(arrived)} of {formatSize(total)} are on this {device.kind}.{' '}
        {describeFetching(state)}
      </p>
      <progress aria-labelledby="papers-progress" max={total} value={arrived} />
    </div>
  )
}

function describeFetching({ documentState, device, connection }: JourneyState): string {
  const { problem, isFetching } = documentState
  if (problem === 'full')
    return `There is no room left on this ${device.kind}. Make some, and open this page again.`
  if (problem === 'trouble') return 'The rest could not be fetched just now, and follows later.'
  if (isFetching) return 'Fetching the rest…'
  if (problem === 'offline' || connection === 'offline')
    return 'The rest follows when there is a connection.'
  return ''
}

/** The documents to open, each with whether it is on this device. */
export function DocumentList({ state, actions, documents }: DocumentsProps) {
  return (
    <ul className={styles.papers}>
      {documents.map((document) => {
        const failure = state.documentState.failed.get(document.id)
        return (
          <li key={document.id}>
            <button
              type="button"
              className={styles.paper}
              aria-busy={state.documentState.opening === document.id}
              onClick={() => actions.openDocument(document)}
            >
              <DocumentIcon />
              <span>
                <b>{document.name}</b>
                <small className={text.fine}>{describeDocument(state, document)}</small>
              </span>
              <NextIcon />
            </button>
            {failure ? <p className={styles.failure}>{failure}</p> : null}
          </li>
        )
      })}
    </ul>
  )
}

function describeDocument(
  { documentState, device, connection }: JourneyState,
  document: JourneyDocument,
): string {
  const stored = documentState.stored.get(document.id)
  const kind = `${documentTypes[document.type]}, ${formatSize(document.size)}`
  if (documentState.opening === document.id) return `${kind}, opening…`
  if (stored?.isWhole) return `${kind}, kept on this ${device.kind}`
  if (stored && documentState.isFetching)
    return `${kind}, ${Math.floor((100 * stored.bytes) / (document.size + 28))} % here`
  const wait = connection === 'offline' ? ', opens when there is a connection' : ''
  return `${kind}, not on this ${device.kind} yet${wait}`
}
