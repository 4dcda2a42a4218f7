import { Link } from 'react-router-dom'
import { isShown } from '#client/lib/shown-content.ts'
import { Wrap } from '#client/ui/wrap.tsx'
import { business, mailLink, phoneLink } from '#shared/site/business.ts'
import { footerLine, navigation } from '#shared/site/content-common.ts'
import styles from './site-footer.module.css'
import { FOOTER_NAV } from './site-menu.tsx'

export function SiteFooter() {
  return (
    <footer className={`${styles.footer} grain`} data-ground="dark" data-print="off">
      <Wrap>
        <div className={styles.top}>
          <p className={styles.line}>
            {footerLine[0]}
            <br />
            <em>{footerLine[1]}</em>
          </p>
          <FooterNav />
        </div>
        <div className={styles.mark} aria-hidden="true">
          {business.name}
        </div>
        <LegalLine />
      </Wrap>
    </footer>
  )
}

/** Copyright, organisation number, and what the law and the visitor's device ask for. */
export function LegalLine() {
  return (
    <div className={styles.legal}>
      <span>
        © {business.copyrightYear} {business.name}
      </span>
      {isShown('organisation number') ? <span>Org. no. {business.organizationNumber}</span> : null}
      <span className={styles.links}>
        <Link to="/on-this-device">On this device</Link>
        <Link to="/terms">Terms of Use</Link>
        <Link to="/privacy-policy">Privacy Policy</Link>
      </span>
    </div>
  )
}

function FooterNav() {
  const social = isShown('social profiles') ? business.social : []
  return (
    <nav className={styles.nav} id={FOOTER_NAV} aria-label="Footer">
      <ul>
        {navigation.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <a href={mailLink()}>{business.email}</a>
        </li>
        {isShown('phone number') ? (
          <li>
            <a href={phoneLink}>{business.phone}</a>
          </li>
        ) : null}
        {social.map(({ name, url }) => (
          <li key={name}>
            <a href={url} rel="me">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
