import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { process } from '#shared/site/content-artistry.ts'
import styles from './three-steps.module.css'

/** How a journey is made, along a charted route. */
export function ThreeSteps() {
  return (
    <section className={styles.section} aria-labelledby="steps-title">
      <Wrap>
        <h2 className={text.h1} id="steps-title">
          {process.title}
        </h2>
        <Route />
        <ol className={styles.steps}>
          {process.steps.map(({ name, text: words }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ol>
      </Wrap>
    </section>
  )
}

function Route() {
  return (
    <svg
      className={styles.route}
      viewBox="0 0 1312 150"
      fill="none"
      aria-hidden="true"
      focusable="false"
      data-print="off"
    >
      <g className={styles.chart}>
        <path d="M0 140h1312" />
        <path d="M8 96 330 0M463 96 180 140M463 96 120 0M463 96 700 0M463 96 980 0M463 96 640 140M919 96 690 0M919 96 1150 0M919 96 1312 20M919 96 1180 140M919 96 720 140" />
      </g>
      <path
        className={styles.line}
        d="M8 96C110 20 250 14 332 62s62 86 131 34C560 24 700 150 800 112c54-20 70-34 119-16 90 34 150-60 260-66 60-3 92 12 126 30"
      />
      <g className={styles.stops}>
        <circle cx="8" cy="96" r="7" />
        <circle cx="463" cy="96" r="7" />
        <circle className={styles.last} cx="919" cy="96" r="7" />
      </g>
    </svg>
  )
}
