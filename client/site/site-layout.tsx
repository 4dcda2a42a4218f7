import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { business } from '../../shared/site/business.ts'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './site-layout.module.css'

/** Header and footer around a page of text. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.site}>
      <header className={styles.header} data-ground="dark">
        <div className={styles.headerRow}>
          <Wordmark />
          <Link to="/service/initial-consultation" className={styles.book}>
            Book a consultation
          </Link>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

function Footer() {
  return (
    <footer className={`${styles.footer} grain`} data-ground="dark" data-print="off">
      <div className={styles.legal}>
        <span>
          © {new Date().getFullYear()} {business.name}
        </span>
        <span>Org. no. {business.organizationNumber}</span>
        <span className={styles.links}>
          <Link to="/terms">Terms of Use</Link>
          <Link to="/privacy-policy">Privacy Policy</Link>
        </span>
      </div>
    </footer>
  )
}
