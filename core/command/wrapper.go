package command

// Wrapper describes a program that runs other commands given to it.
type Wrapper struct {
	Name string
}
