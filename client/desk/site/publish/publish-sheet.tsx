import { useState } from 'react'
import { Link } from 'react-router-dom'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { Sheet } from '#client/desk/kit/dialogs/side-sheet.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { publish } from '#client/desk/site/site-edits.ts'
import {
  formatServicePrice,
  getFieldTitle,
  getSubject,
  nameUnready,
  toFieldPath,
} from '#client/desk/site/site-text.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import { useOnline } from '#client/lib/browser.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { ContentChange } from '#shared/content/collections.ts'
import { applyChanges } from '#shared/content/drafts.ts'
import { type ContentProblem, listOwnProblems } from '#shared/content/publishing.ts'
import type { StoredContent } from '#shared/content/registry.ts'
import { findFirstService } from '#shared/content/services.ts'
import { BOOKING_LABEL } from '#shared/site/links.ts'
import { ChangeList } from './change-list.tsx'
import { noteOwnPublication } from './publication-notices.tsx'
import styles from './publish.module.css'

interface PublishSheetProps {
  site: Site
  /** `About`, `Services and prices`; empty for the whole site. */
  subject: string
  changes: readonly ContentChange[]
  onClose: () => void
}

/** Lists each change, with its published and its new value, and publishes them. */
export function PublishSheet({ site, subject, changes, onClose }: PublishSheetProps) {
  // What is typed on another device meanwhile stays a draft.
  const [shown] = useState(changes)
  const [hasFailed, setFailed] = useState(false)
  const { busy, run } = useOneAtATime()
  const isOnline = useOnline()
  const own = listOwnProblems(site.problems, shown)
  const blocking = own.filter(({ waitsFor }) => waitsFor === undefined)
  const waiting = nameUnready(site, shown)
  const after = applyChanges(site.expected, shown)
  const send = () =>
    run(async () => {
      try {
        noteOwnPublication(await publish(shown))
        onClose()
      } catch {
        setFailed(true)
      }
    })
  return (
    <Sheet title={subject ? `Publish ${subject}` : 'Publish'} onClose={onClose}>
      <p className={kit.text}>
        {isOnline
          ? 'Visitors see this within a minute.'
          : 'You are offline. Visitors see this once you are online; until then you can take it back.'}
      </p>
      {waiting ? (
        <Banner tone="info" title="This waits for a photograph">
          Visitors see it once it is uploaded and prepared: {waiting}. Until then you can take it
          back.
        </Banner>
      ) : null}
      <FirstServiceNote before={site.expected} after={after} />
      {blocking.length > 0 ? (
        <Problems content={after} problems={blocking} onClose={onClose} />
      ) : null}
      <ChangeList site={site} changes={shown} />
      {hasFailed ? (
        <Banner tone="error" title="This could not be saved on this device">
          Free some room on the device, then try again.
        </Banner>
      ) : null}
      <p className={styles.note}>
        What visitors see now is kept under Versions. You can bring it back at any time.
      </p>
      <div className={kit.rowEnd}>
        <TextAction onClick={onClose}>Not yet</TextAction>
        <DeskButton
          busy={busy}
          disabledReason={
            blocking.length > 0 ? 'Something above must be corrected first.' : undefined
          }
          onClick={() => void send()}
        >
          {!isOnline ? 'Publish when online' : waiting ? 'Publish when ready' : 'Publish'}
        </DeskButton>
      </div>
    </Sheet>
  )
}

/** Says where the main button of the site leads once its service is hidden. */
function FirstServiceNote({ before, after }: Record<'before' | 'after', StoredContent>) {
  const [old, next] = [before, after].map(({ services }) => findFirstService(services, 'artistry'))
  if (old?.id === next?.id) return null
  return (
    <Banner tone="info" title={`“${BOOKING_LABEL}” leads elsewhere`}>
      {next
        ? `It leads to ${next.title}, ${formatServicePrice(next)}. `
        : 'No service can be booked, so it leads to Contact. '}
      Texts that speak of {old?.title} stay as you wrote them.
    </Banner>
  )
}

interface ProblemsProps {
  /** The content with the changes applied. */
  content: StoredContent
  problems: readonly ContentProblem[]
  onClose: () => void
}

function Problems({ content, problems, onClose }: ProblemsProps) {
  return (
    <div className={styles.problems} role="alert">
      <b>Please correct this first</b>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.id} ${problem.field}`}>
            <Link to={toFieldPath(problem)} onClick={onClose}>
              {getSubject(problem, content)}, {getFieldTitle(problem)}
            </Link>
            : {problem.message}
          </li>
        ))}
      </ul>
    </div>
  )
}
