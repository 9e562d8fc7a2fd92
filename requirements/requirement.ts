/** One promised behaviour. Tests cite its id in square brackets in their titles. */
export interface Requirement {
  /** Kebab-case parts joined by dots, from the area to the detail: `tasks.create.first-202`. */
  readonly id: string;
  /** Document and section that promise it, for example `video-task-api §4.1 rule 1`. */
  readonly source: string;
  /** The promise in our own words. */
  readonly text: string;
}
