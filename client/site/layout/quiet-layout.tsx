import { Outlet } from 'react-router-dom'
import { PageFrame } from '#client/ui/page-frame.ts'
import styles from './quiet-layout.module.css'
import { LegalLine } from './site-footer.tsx'
import { MenuButton } from './site-menu.tsx'

const frame = {
  menu: <MenuButton />,
  legal: (
    <footer className={styles.footer} data-print="off">
      <LegalLine />
    </footer>
  ),
}

/** Gives pages without the site's own header and footer its menu and its legal line. */
export function QuietLayout() {
  return (
    <PageFrame value={frame}>
      <Outlet />
    </PageFrame>
  )
}
