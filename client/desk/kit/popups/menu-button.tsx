import { type ComponentType, type KeyboardEvent, startTransition, useState } from 'react'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { MoreIcon } from '#client/desk/kit/icons.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'

export interface MenuAction {
  label: string
  Icon: ComponentType
  variant: 'quiet' | 'ghost' | 'danger'
  /** Path on this site; or `onChoose`. */
  to?: string
  onChoose?: () => void
}

export interface MenuButtonProps {
  /** The button's accessible name. */
  label: string
  className: string | undefined
  actions: readonly MenuAction[]
  /** On a phone, the actions lie side by side. */
  spread?: boolean
}

const loadMenu = () => import('./menu.tsx')
const LoadedMenu = lazyNamed(loadMenu, (module) => module.Menu)

export function ActionLabel({ Icon, label }: Pick<MenuAction, 'Icon' | 'label'>) {
  return (
    <IconLabel>
      <Icon />
      {label}
    </IconLabel>
  )
}

/** Three dots that open a menu. The menu’s code is loaded when a first one is approached. */
export function MenuButton(props: MenuButtonProps) {
  const [isNeeded, setNeeded] = useState(false)
  // In a transition this button stays, instead of the fallback of the page, while the code is loading.
  const load = () => startTransition(() => setNeeded(true))
  // If it fails, opening the menu tries again, and reports it.
  const preload = () => void loadMenu().catch(() => undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    load()
  }
  if (isNeeded) return <LoadedMenu {...props} />
  return (
    <button
      type="button"
      className={props.className}
      aria-haspopup="menu"
      aria-expanded="false"
      onFocus={preload}
      onPointerEnter={preload}
      onClick={load}
      onKeyDown={onKeyDown}
    >
      <MoreIcon />
      <VisuallyHidden>{props.label}</VisuallyHidden>
    </button>
  )
}
