import { Button } from '#client/ui/button.tsx'
import { ResultActions } from '#client/ui/page/result-page.tsx'
import { StoreNote } from './store-note.tsx'

/** In place of the list where its code did not come. */
export function MissingList() {
  return (
    <>
      <StoreNote tone="warn" title="The list did not arrive.">
        Nothing is lost. Please refresh the page when you are online.
      </StoreNote>
      <ResultActions>
        <Button onClick={() => location.reload()}>Refresh Page</Button>
      </ResultActions>
    </>
  )
}
