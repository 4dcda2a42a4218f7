import { values } from '../../shared/site/content-home.ts'
import { plateUrl } from '../ui/plate-url.ts'
import text from '../ui/type.module.css'
import { Wrap } from '../ui/wrap.tsx'
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
