import * as Ariakit from '@ariakit/react/menu'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { MoreIcon } from '#client/desk/kit/icons.tsx'
import { getButtonClass } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './menu.module.css'
import { ActionLabel, type MenuAction, type MenuButtonProps } from './menu-button.tsx'

/** A button with its menu, which is open when first rendered. */
export function Menu({ label, className, actions, spread }: MenuButtonProps) {
  const menu = Ariakit.useMenuStore({ placement: 'bottom-end' })
  // A press, so that the first action gets the focus.
  useEffect(() => {
    menu.getState().anchorElement?.click()
  }, [menu])
  const choose = ({ onChoose }: MenuAction) => {
    // A dialog that the action opens will return the focus there.
    menu.getState().anchorElement?.focus()
    onChoose?.()
  }
  return (
    <Ariakit.MenuProvider store={menu}>
      <Ariakit.MenuButton className={className}>
        <MoreIcon />
        <VisuallyHidden>{label}</VisuallyHidden>
      </Ariakit.MenuButton>
      <Ariakit.Menu
        fixed
        // A list would clip it.
        portal
        portalElement={getMain}
        // Ariakit hides a menu once more two frames after Escape, and with it one opened meanwhile.
        hideOnEscape={() => {
          menu.hide()
          return false
        }}
        preserveTabOrder={false}
        // Tab goes on from the button, since the menu lies at the end of the page.
        onKeyDown={({ key }) => key === 'Tab' && menu.getState().anchorElement?.focus()}
        unmountOnHide
        gutter={0}
        overflowPadding={0}
        className={`${styles.menu} ${spread ? styles.spread : ''}`}
        wrapperProps={wrapperProps}
      >
        {actions.map((action) => (
          <Ariakit.MenuItem
            key={action.label}
            className={getButtonClass({ small: true, variant: action.variant })}
            render={action.to === undefined ? <button type="button" /> : <Link to={action.to} />}
            onClick={() => choose(action)}
          >
            <span>
              <ActionLabel {...action} />
            </span>
          </Ariakit.MenuItem>
        ))}
      </Ariakit.Menu>
    </Ariakit.MenuProvider>
  )
}

function getMain(): HTMLElement {
  return document.querySelector('main') ?? document.body
}

const wrapperProps = { className: styles.wrapper }
