import { useLayoutEffect, useRef } from 'react'
import { Link, useNavigationType } from 'react-router-dom'
import { BackIcon, TickIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import styles from './step-head.module.css'

interface StepHeadProps {
  steps: readonly string[]
  current: number
  title: string
  /** Back link above the steps: a path or an action. */
  back?: { label: string } & ({ to: string } | { onClick: () => void })
}

/** Head of one step of a task. Its heading takes the focus, except after the browser's Back. */
export function StepHead({ steps, current, title, back }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useNavigationType()
  // In a layout effect, because a later one could take the focus from a field that is being filled.
  useLayoutEffect(() => {
    if (arrived !== 'POP') heading.current?.focus()
  }, [arrived])
  return (
    <header className={styles.head}>
      {back ? <BackLink {...back} /> : null}
      <ol className={`row wrap gap-4 ${styles.stepper}`} aria-label="Steps" data-print="off">
        {steps.map((step, index) => (
          <li
            key={step}
            className={index < current ? styles.done : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.number}>
              {index < current ? <TickIcon className={styles.tick} /> : index + 1}
            </span>
            <span className={styles.name}>{step}</span>
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
    </header>
  )
}

type BackLinkProps = { label: string } & ({ to: string } | { onClick: () => void })

function BackLink(props: BackLinkProps) {
  const content = (
    <>
      <BackIcon className={styles.backIcon} />
      {props.label}
    </>
  )
  return 'to' in props ? (
    <Link to={props.to} className={`${layout.bare} ${styles.back}`}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={props.onClick} className={`${layout.bare} ${styles.back}`}>
      {content}
    </button>
  )
}
