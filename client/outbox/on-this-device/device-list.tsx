import { type Store, useEntries } from '#client/outbox/use-entries.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { ResultActions } from '#client/ui/page/result-page.tsx'
import { OpenList } from './open-list.tsx'
import { ShutStore } from './shut-store.tsx'
import { StoreNote } from './store-note.tsx'

/** The list, or why there is none. */
export function DeviceList() {
  const [store, again] = useEntries()
  return <Shown store={store} again={again} />
}

function Shown({ store, again }: { store: Store; again: () => void }) {
  switch (store.kind) {
    case 'open':
      return <OpenList entries={store.entries} />
    case 'opening':
      return null
    case 'blocked':
      return (
        <StoreNote tone="warn" title="This site is open in an older tab.">
          Please close it; nothing is lost.
        </StoreNote>
      )
    case 'shut':
      return <ShutStore tries={store.tries} again={again} />
    case 'none':
      return <NothingKept />
  }
}

function NothingKept() {
  return (
    <>
      <StoreNote tone="info" title="This browser keeps nothing for this site.">
        A private window or a setting may be the reason. The forms work while you are online, and
        are sent at once.
      </StoreNote>
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </ResultActions>
    </>
  )
}
