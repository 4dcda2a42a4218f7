import { type InquiryFields, sentFields } from '#shared/inquiry/fields.ts'
import { inquirySheet } from '#shared/inquiry/sheet.ts'
import { business } from '#shared/site/business.ts'
import { titles } from '#shared/site/titles.ts'
import styles from './print-sheet.module.css'

/** The form on paper: what was answered, and a line to write on for what was not. */
export function PrintSheet({ fields }: { fields: InquiryFields }) {
  return (
    <div className={styles.sheet}>
      <p className={styles.mark}>{business.name}</p>
      <p className={styles.heading}>{titles['/inquiry-form']}</p>
      {inquirySheet(sentFields(fields)).map(({ title, rows }) => (
        <section key={title}>
          <h2 className={styles.title}>{title}</h2>
          <dl>
            {rows.map(({ label, value }) => (
              <div key={label} className={styles.row}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
