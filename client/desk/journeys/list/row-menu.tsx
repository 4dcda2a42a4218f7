import { type CSSProperties, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { copyJourney, removeJourney } from '#client/desk/journeys/copy-and-delete.ts'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { BinIcon, CopyIcon, MoreIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import styles from './journey-list.module.css'

const MENU_ID = 'journey-menu'

/** Height in the style sheet, pixels. */
const MENU_HEIGHT = 102

/** Shows the menu of a journey beside its button. */
export type OpenMenu = (item: JourneyListItem, button: HTMLElement) => void

interface MenuState {
  item: JourneyListItem | undefined
  place: CSSProperties
  /** An edit could not be stored. */
  failed: boolean
}

/** One menu for all rows: there may be hundreds. */
export function useRowMenu() {
  const [state, setState] = useState<MenuState>({ item: undefined, place: {}, failed: false })
  const open: OpenMenu = (item, button) => {
    const { top, bottom, right } = button.getBoundingClientRect()
    const isAbove = bottom + MENU_HEIGHT > innerHeight
    const place = {
      '--top': `${(isAbove ? top - MENU_HEIGHT : bottom) + scrollY}px`,
      '--right': `${document.documentElement.clientWidth - right}px`,
    } as CSSProperties
    setState({ item, place, failed: false })
  }
  const fail = () => setState((before) => ({ ...before, failed: true }))
  return { ...state, open, fail }
}

interface MenuButtonProps {
  item: JourneyListItem
  onOpenMenu: OpenMenu
}

export function MenuButton({ item, onOpenMenu }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={kit.iconButton}
      popoverTarget={MENU_ID}
      onClick={({ currentTarget }) => onOpenMenu(item, currentTarget)}
    >
      <MoreIcon />
      <VisuallyHidden>Duplicate or delete {item.title || UNTITLED}</VisuallyHidden>
    </button>
  )
}

/** Duplicates or deletes a journey. */
export function RowMenu({ menu }: { menu: ReturnType<typeof useRowMenu> }) {
  const { item, place, failed, fail } = menu
  const popover = useRef<HTMLElement>(null)
  const question = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const title = item ? item.title || UNTITLED : 'this journey'
  const isOpenToGuests = item?.pass !== undefined && !item.pass.closed
  const { run } = useOneAtATime()
  const duplicate = async () => {
    popover.current?.hidePopover()
    const id = item && (await copyJourney(item.id))
    if (!id) return
    announce(`${title} is duplicated.`)
    await navigate(`/admin/journeys/${id}`)
  }
  const remove = async () => {
    question.current?.close()
    if (item) await removeJourney(item.id)
  }
  const askOrRemove = () => {
    popover.current?.hidePopover()
    if (isOpenToGuests) question.current?.showModal()
    else void run(remove).catch(fail)
  }
  return (
    <>
      {failed ? (
        <Banner tone="error" title="This could not be saved on this device">
          Free some room on the device, then try again.
        </Banner>
      ) : null}
      <section
        ref={popover}
        id={MENU_ID}
        popover="auto"
        className={styles.rowMenu}
        style={place}
        aria-label={title}
      >
        <Button small variant="quiet" onClick={() => void run(duplicate).catch(fail)}>
          <IconLabel>
            <CopyIcon />
            Duplicate
          </IconLabel>
        </Button>
        <Button small variant="quiet" onClick={askOrRemove}>
          <IconLabel>
            <BinIcon />
            Delete
          </IconLabel>
        </Button>
      </section>
      <ConfirmDialog
        ref={question}
        title={`Delete ${title}?`}
        confirmLabel="Delete journey"
        danger
        onConfirm={() => void run(remove).catch(fail)}
      >
        <p>
          Its link is closed, too, and guests can no longer open it. A phone that stays offline
          keeps its copy until the link’s end.
        </p>
      </ConfirmDialog>
    </>
  )
}
