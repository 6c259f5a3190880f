/** What the recorded collections are; the page tells how to get each. */
export const SETS: Readonly<Record<string, string>> = {
  "jaquad": "Japanese questions, each about one passage of an encyclopedia",
  "link-k8s-en":
    "Kubernetes documentation in English: what a link says asks for its target",
  "link-k8s-ja": "the same in Japanese",
  "scifact": "English claims and the abstracts that speak of them",
  "small": "this project's own, in both languages, with every format",
};
