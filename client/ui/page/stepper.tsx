import { TickIcon } from '#client/ui/controls/more-icons.tsx'
import styles from './stepper.module.css'

interface StepperProps {
  steps: readonly string[]
  /** Index of the present step; those before it are done. */
  current: number
}

export function Stepper({ steps, current }: StepperProps) {
  return (
    <ol className={styles.stepper} aria-label="Steps" data-print="off">
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
  )
}
