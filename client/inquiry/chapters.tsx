import type { InputHTMLAttributes } from 'react'
import { announce } from '#client/ui/announcer.tsx'
import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field, TextArea, TextField } from '#client/ui/controls/field.tsx'
import { PhoneField } from '#client/ui/controls/phone-field.tsx'
import { destinationChoices, OTHER_DESTINATION } from '#shared/booking/catalogue.ts'
import { DEFAULT_COUNTRY } from '#shared/booking/phone.ts'
import * as options from '#shared/inquiry/fields.ts'
import {
  companionsOf,
  countOf,
  MOST_TRAVELLERS,
  travellerFields,
  travellerName,
} from '#shared/inquiry/fields.ts'
import { type QuestionName, questions, travellerLabels } from '#shared/inquiry/questions.ts'
import { AskMany, AskOne } from './ask-choice.tsx'
import { Chapter, Questions } from './chapter.tsx'
import styles from './chapters.module.css'
import { useAnswers } from './inquiry-context.ts'

export function You() {
  const { fields, change, told } = useAnswers()
  return (
    <Chapter id="you">
      <Questions>
        <AskText name="first_name" autoComplete="given-name" />
        <AskText name="last_name" autoComplete="family-name" />
        <AskText name="email" type="email" autoComplete="email" maxLength={254} />
        <PhoneField
          country={fields.country ?? DEFAULT_COUNTRY}
          phone={fields.phone ?? ''}
          error={told.phone}
          onChange={(phone) => change(phone)}
        />
        <AskText name="nationality" />
        <AskOne half name="communication_style" options={options.communicationStyles} />
        <AskOne name="special_occasion" options={options.specialOccasions} opener={options.OTHER}>
          <AskText opened name="special_occasion_other" maxLength={200} />
        </AskOne>
      </Questions>
    </Chapter>
  )
}

export function Journey() {
  const { fields, change, today } = useAnswers()
  return (
    <Chapter id="journey">
      <Questions>
        <AskMany name="travel_destination" options={destinationChoices} opener={OTHER_DESTINATION}>
          <AskText opened name="travel_destination_other" maxLength={200} />
        </AskMany>
        <AskDate name="departure_date" from={today} />
        <AskDate name="return_date" from={fields.departure_date || today} />
        <div className={styles.flexible}>
          <Checkbox
            name="flexible_dates"
            value="on"
            checked={fields.flexible_dates === 'on'}
            onChange={(event) => change({ flexible_dates: event.target.checked ? 'on' : '' })}
          >
            {questions.flexible_dates.label}
          </Checkbox>
        </div>
        <AskCount name="adults" label="Adults" least={1} one="adult" />
        <AskCount name="children" label="Children" note="(0-12 years)" least={0} one="child" />
        <Companions />
        <AskOne name="trip_budget" options={options.tripBudgets} />
      </Questions>
    </Chapter>
  )
}

export function GettingThere() {
  return (
    <Chapter id="getting-there">
      <Questions>
        <AskOne name="flight_class" options={options.flightClasses} opener={options.OTHER}>
          <AskText opened name="flight_class_other" maxLength={200} />
        </AskOne>
        <AskOne half name="book_own_airfare" options={options.yesOrNo} />
        <AskText name="departure_airport" maxLength={200} />
        <AskOne name="small_planes" options={options.smallPlanes} />
      </Questions>
    </Chapter>
  )
}

export function Staying() {
  return (
    <Chapter id="staying">
      <Questions>
        <AskOne name="moving_hotels" options={options.movingHotels} />
        <AskOne name="hotel_preference" options={options.hotelPreferences} />
        <AskArea name="accommodations" placeholder="Places you have loved, and why" />
        <AskArea name="pet_peeves" placeholder="What ruins a stay for you" />
        <AskOne name="allergies" options={options.yesOrNo} opener={options.YES}>
          <AskText opened name="allergies_detail" maxLength={1000} />
        </AskOne>
      </Questions>
    </Chapter>
  )
}

export function Interests() {
  return (
    <Chapter id="interests">
      <Questions>
        <div className={styles.wide}>
          <AskArea name="free_time_activities" />
        </div>
        <AskMany name="outdoor_activities" options={options.outdoorActivities} />
        <AskMany name="areas_of_interest" options={options.areasOfInterest} />
      </Questions>
    </Chapter>
  )
}

/** A row for everyone beside the person who writes. What a row held comes back with the row. */
function Companions() {
  const { fields, change, told } = useAnswers()
  const companions = companionsOf(fields)
  return (
    <div className={styles.companions}>
      {companions.length > 0 ? <p className={styles.title}>Who travels with you</p> : null}
      <div className={styles.rows}>
        {companions.map(({ index, title }) => (
          <fieldset key={title} className={styles.row}>
            <legend>{title}</legend>
            {travellerFields.map((field) => {
              const name = travellerName(index, field)
              return (
                <TextField
                  key={name}
                  label={travellerLabels[field]}
                  name={name}
                  autoComplete="off"
                  required
                  maxLength={100}
                  value={fields[name] ?? ''}
                  error={told[name]}
                  onChange={(event) => change({ [name]: event.target.value })}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
      <noscript>
        <TextArea
          label="Who travels with you"
          hint="First name, last name and relationship of each, one to a line."
          name="travelers_note"
          optional
          rows={3}
          maxLength={2000}
        />
      </noscript>
    </div>
  )
}

const isOptional = (name: QuestionName) => !('required' in questions[name])

interface AskTextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  name: QuestionName
  /** Required only while its choice is made, which a form without script cannot know. */
  opened?: boolean
}

function AskText({ name, opened, ...input }: AskTextProps) {
  const { fields, change, told } = useAnswers()
  return (
    <TextField
      maxLength={100}
      {...input}
      name={name}
      label={questions[name].label}
      optional={isOptional(name)}
      required={!isOptional(name) && !opened}
      value={fields[name] ?? ''}
      error={told[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
}

function AskArea({ name, placeholder }: { name: QuestionName; placeholder?: string }) {
  const { fields, change, told } = useAnswers()
  return (
    <TextArea
      name={name}
      label={questions[name].label}
      optional
      rows={3}
      maxLength={2000}
      placeholder={placeholder}
      value={fields[name] ?? ''}
      error={told[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
}

/** `from`: the earliest date that makes sense. */
function AskDate({ name, from }: { name: QuestionName; from: string | undefined }) {
  return <AskText name={name} type="date" min={from} />
}

interface AskCountProps {
  name: 'adults' | 'children'
  label: string
  note?: string
  least: number
  /** `adult`, as the buttons say it. */
  one: string
}

/** A number to type, or to step through; without script the browser's own. */
function AskCount({ name, label, note, least, one }: AskCountProps) {
  const { fields, change, told } = useAnswers()
  const text = fields[name] ?? ''
  const count = countOf(text, least)
  const step = (by: number) => {
    const next = countOf(String(count + by), least)
    change({ [name]: String(next) })
    announce(`${label}: ${next}`)
  }
  return (
    <Field label={label} note={note} error={told[name]}>
      {(control) => (
        <div className={styles.count}>
          <StepButton label={`One ${one} fewer`} stopped={count <= least} onClick={() => step(-1)}>
            −
          </StepButton>
          <input
            {...control}
            className={`${field.control} ${styles.number}`}
            type="number"
            name={name}
            min={least}
            max={MOST_TRAVELLERS}
            step={1}
            required
            value={text}
            onChange={(event) => change({ [name]: event.target.value })}
          />
          <StepButton
            label={`One ${one} more`}
            stopped={count >= MOST_TRAVELLERS}
            onClick={() => step(1)}
          >
            +
          </StepButton>
        </div>
      )}
    </Field>
  )
}

interface StepButtonProps {
  label: string
  /** At its end: it keeps the focus, and does nothing. */
  stopped: boolean
  onClick(): void
  children: string
}

function StepButton({ label, stopped, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={stopped || undefined}
      className={styles.step}
      onClick={stopped ? undefined : onClick}
    >
      {children}
    </button>
  )
}
