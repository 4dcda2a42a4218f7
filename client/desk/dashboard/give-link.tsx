import { Suspense, useRef, useState } from 'react'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type { WaitingBooking } from '#shared/desk/api.ts'

const LinkForm = lazyNamed(
  () => import('./give-link-form.tsx'),
  (module) => module.LinkForm,
)

export interface GiveLinkProps {
  booking: WaitingBooking
  desk: Pick<DeskData<unknown>, 'trouble' | 'reload'>
}

/** The link that a guest was promised, given where the dashboard asks for it. */
export function GiveLink(props: GiveLinkProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const cut = useIsCutOff(props.desk)
  return (
    <>
      <TextAction
        barred={cut ? 'This needs a connection.' : undefined}
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        Give a link
      </TextAction>
      <DeskDialog ref={dialog} title="Give a link" onClose={() => setOpen(false)}>
        {open ? (
          <Suspense fallback={null}>
            <LinkForm {...props} close={() => dialog.current?.close()} />
          </Suspense>
        ) : null}
      </DeskDialog>
    </>
  )
}
