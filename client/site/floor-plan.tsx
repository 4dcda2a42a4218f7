import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { expertise } from '#shared/site/content-mastery.ts'
import openings from './floor-openings.module.css'
import styles from './floor-plan.module.css'

/** Which rooms open to the right, and which to the room below. */
const DOORS: readonly (readonly ('right' | 'below')[])[] = [
  ['right', 'below'],
  ['right'],
  ['below'],
  ['right'],
  ['right'],
  [],
]

const WINDOWS = ['north1', 'north2', 'north3', 'south1', 'south2'] as const

/** The areas of expertise, as the rooms of a house. */
export function FloorPlan() {
  return (
    <section className={styles.section} aria-labelledby="expertise-title">
      <Wrap>
        <h2 className={text.h1} id="expertise-title">
          {expertise.title}
        </h2>
        <div className={styles.measure} aria-hidden="true" data-print="off">
          <i />
          <i />
          <i />
        </div>
        <div className={styles.plan}>
          {WINDOWS.map((window) => (
            <span
              key={window}
              className={`${openings.window} ${openings[window]}`}
              aria-hidden="true"
            />
          ))}
          <ul className={styles.rooms}>
            {expertise.rooms.map(({ name, text: words }, place) => (
              <li key={name} className={styles.room}>
                <h3>{name}</h3>
                <p>{words}</p>
                {DOORS[place]?.map((door) => (
                  <span
                    key={door}
                    className={`${openings.door} ${openings[door]}`}
                    aria-hidden="true"
                  />
                ))}
              </li>
            ))}
          </ul>
        </div>
      </Wrap>
    </section>
  )
}
