import { plateUrl } from '#client/ui/plate-url.ts'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { values } from '#shared/site/content-home.ts'
import styles from './values.module.css'

export function Values() {
  return (
    <section className={styles.values} aria-labelledby="values-title">
      <Wrap>
        <h2 className={text.h1} id="values-title">
          {values.title}
        </h2>
        <ul className={styles.list}>
          {values.list.map(({ mark, name, text: words }) => (
            <li key={name}>
              <img
                className={styles.mark}
                src={plateUrl(mark)}
                alt=""
                width="200"
                height="200"
                loading="lazy"
                decoding="async"
                data-print="off"
              />
              <h3 className={text.h3}>{name}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ul>
      </Wrap>
    </section>
  )
}
