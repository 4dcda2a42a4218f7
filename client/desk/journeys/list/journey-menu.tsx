import { useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { copyJourney, removeJourney } from '#client/desk/journeys/copy-and-delete.ts'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { BinIcon, CopyIcon } from '#client/desk/kit/icons.tsx'
import { MenuButton } from '#client/desk/kit/popups/menu-button.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'

interface JourneyMenuProps {
  item: JourneyListItem
  /** Whether the last command could not be stored on this device. */
  onFailed: (failed: boolean) => void
}

/** Duplicates or deletes a journey; one that guests can open only after a question. */
export function JourneyMenu({ item, onFailed }: JourneyMenuProps) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const { run } = useOneAtATime()
  const title = item.title || UNTITLED
  const isOpenToGuests = item.pass !== undefined && !item.pass.closed
  const start = (command: () => Promise<void>) => {
    onFailed(false)
    void run(command).catch(() => onFailed(true))
  }
  const duplicate = async () => {
    const id = await copyJourney(item.id)
    if (!id) return
    announce(`${title} is duplicated.`)
    await navigate(`/admin/journeys/${id}`)
  }
  const remove = () => start(() => removeJourney(item.id))
  return (
    <>
      <MenuButton
        label={`Duplicate or delete ${title}`}
        className={kit.iconButton}
        actions={[
          {
            label: 'Duplicate',
            Icon: CopyIcon,
            variant: 'quiet',
            onChoose: () => start(duplicate),
          },
          {
            label: 'Delete',
            Icon: BinIcon,
            variant: 'quiet',
            onChoose: () => (isOpenToGuests ? setAsking(true) : remove()),
          },
        ]}
      />
      {isAsking ? (
        <DeleteQuestion title={title} onConfirm={remove} onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
}

interface DeleteQuestionProps {
  title: string
  onConfirm: () => void
  onClose: () => void
}

function DeleteQuestion({ title, onConfirm, onClose }: DeleteQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <ConfirmDialog
      ref={dialog}
      title={`Delete ${title}?`}
      confirmLabel="Delete journey"
      danger
      onConfirm={() => {
        dialog.current?.close()
        onConfirm()
      }}
      onClose={onClose}
    >
      <p>
        Its link opens nothing from now on, and guests’ phones put their copy away. For 30 days you
        can restore it under Recently deleted, with the same link. A phone that stays offline keeps
        its copy until the link’s end.
      </p>
    </ConfirmDialog>
  )
}
