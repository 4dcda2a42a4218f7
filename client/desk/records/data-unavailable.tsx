import { type ReactNode, useEffect, useRef, useState } from 'react'
import { reopenData } from '#client/data/data-client.ts'
import { readUnsyncedDecrypted } from '#client/data/export-unsynced.ts'
import type { DataState } from '#client/data/store/types.ts'
import { useDataState } from '#client/data/use-data.ts'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { saveFile } from '#client/lib/data/save-file.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { announce } from '#client/ui/announcer.tsx'

/** What stands in place of a list, such as `journeys`, while the local data is not open; undefined if it is. */
export function useDataBarrier(subject: string): ReactNode | undefined {
  const { phase } = useDataState()
  const isUnavailable = useIsUnavailable(phase)
  if (isUnavailable) return <DataUnavailable phase={phase} subject={subject} />
  return phase === 'blocked' ? <DataUpgradeBlocked subject={subject} /> : undefined
}

/**
 * True from the time the local data is unavailable until it is ready. A retry in between does not
 * change the page, so its button keeps the focus.
 */
export function useIsUnavailable(phase: DataState['phase']): boolean {
  const [shut, setShut] = useState(false)
  if (!shut && phase === 'unavailable') setShut(true)
  if (shut && phase === 'ready') setShut(false)
  return shut || phase === 'unavailable'
}

/**
 * Shown in place of the list if the local data cannot be opened: retry, or save unsent mutations.
 */
export function DataUnavailable({
  phase,
  subject,
}: {
  phase: DataState['phase']
  subject: string
}) {
  const [outcome, setOutcome] = useState('')
  const tried = useRef(false)
  const trying = phase !== 'unavailable'
  const report = (message: string) => {
    setOutcome(message)
    announce(message)
  }
  useEffect(() => {
    if (trying || !tried.current) return
    const message = 'It still could not be opened.'
    setOutcome(message)
    announce(message)
  }, [trying])
  useEffect(
    () => () => {
      if (tried.current) announce('The data on this device is open again.')
    },
    [],
  )
  const again = () => {
    tried.current = true
    reopenData()
  }
  return (
    <EmptyState
      object="key"
      title={`Your ${subject} cannot be opened here`}
      action={
        <span className="row wrap gap-2">
          <DeskButton busy={trying} onClick={again}>
            {trying ? 'Opening…' : 'Try once more'}
          </DeskButton>
          <DeskButton variant="ghost" onClick={() => void saveUnsyncedToFile().then(report)}>
            Save a copy of unsent changes
          </DeskButton>
        </span>
      }
    >
      {outcome || 'Close other tabs of this site, leave private browsing or free some room.'}
    </EmptyState>
  )
}

/**
 * Saves the mutations of local data that cannot be opened as a file. Resolves to a sentence
 * about the outcome.
 */
async function saveUnsyncedToFile(): Promise<string> {
  const owner = getStoredOwner()
  if (!owner) return 'There is nothing to save.'
  try {
    const found = await readUnsyncedDecrypted(owner.userId)
    if (Object.values(found).flat().length === 0) return 'There is nothing to save.'
    const blob = new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' })
    await saveFile({ blob, name: 'unsent-changes.json' })
    return 'A copy is in your downloads.'
  } catch {
    return 'It could not be read. Please restart the browser and try again.'
  }
}

/** Shown in place of the list while an older tab blocks the database upgrade. */
function DataUpgradeBlocked({ subject }: { subject: string }) {
  return (
    <div role="status">
      <EmptyState object="key" title={`An older tab of this site has your ${subject} open`}>
        Please close or reload it. The book opens here by itself then; nothing is lost.
      </EmptyState>
    </div>
  )
}
